import type { HttpExecutor, ParameterPlace } from '@turnpike/contracts';
import type { JsonValue } from '@turnpike/kernel';
import { UnbuildableRequest, type OutgoingRequest } from './outgoing-request.js';
import { serialiseBody } from './serialise-body.js';
import { inlineValue, percentEncode, queryPairs } from './serialise-parameter.js';

type Params = Readonly<Record<string, JsonValue>>;
/** A header value: visible characters, space and tab. Anything else could end the header and begin another. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The request that a contract's parameters make, without credential and idempotency header. Preview and live call this one function, so
 * that what a dry run shows is what goes out.
 */
export function buildRequest(executor: HttpExecutor, params: Params, baseUrl: string | null): OutgoingRequest {
  const given = executor.parameters.flatMap((place) =>
    params[place.field] === undefined ? [] : [{ place, value: wireValue(place, params[place.field] as JsonValue) }],
  );
  const of = (where: ParameterPlace['in']) => given.filter(({ place }) => place.in === where);
  const body = serialiseBody(executor.body, params);
  const query = of('query')
    .flatMap(({ place, value }) => queryPairs(place.name, value, place))
    .join('&');
  const cookies = of('cookie').map(
    ({ place, value }) => `${place.name}=${percentEncode(inlineValue(place.name, value, { ...place, style: 'simple' }, (text) => text))}`,
  );
  const headers = [
    ...executor.headers,
    ...of('header').map(({ place, value }) => ({ name: place.name, value: headerValue(place, value) })),
    ...(cookies.length > 0 ? [{ name: 'Cookie', value: cookies.join('; ') }] : []),
    ...(body !== null && executor.body ? [{ name: 'Content-Type', value: executor.body.media_type }] : []),
  ];
  const path = fillPath(executor, of('path'));
  return {
    method: executor.method,
    url: `${(baseUrl ?? executor.server_url).replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`,
    headers,
    body,
  };
}

/** A parameter that is declared by its content is sent as JSON text. */
const wireValue = (place: ParameterPlace, value: JsonValue): JsonValue => (place.json ? JSON.stringify(value) : value);

function headerValue(place: ParameterPlace, value: JsonValue): string {
  const text = inlineValue(place.name, value, place, (each) => each);
  if (!HEADER_VALUE.test(text)) throw new UnbuildableRequest(place.field, 'holds a character that no header can carry');
  return text;
}

function fillPath(executor: HttpExecutor, given: readonly { place: ParameterPlace; value: JsonValue }[]): string {
  const values = new Map(given.map(({ place, value }) => [place.name, inlineValue(place.name, value, place, percentEncode)]));
  return executor.path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === '') throw new UnbuildableRequest(name, 'is needed in the path');
    // A lone dot segment would be resolved away, and with it the path that the contract names.
    if (value === '.' || value === '..') throw new UnbuildableRequest(name, 'must not be a dot segment');
    return value;
  });
}
