import type { HttpExecutor, ParameterPlace } from '@turnpike/contracts';
import { parseUrl, type JsonValue } from '@turnpike/kernel';
import { UnbuildableRequest, type OutgoingRequest } from './outgoing-request.js';
import { serialiseBody } from './serialise-body.js';
import { inlineValue, isUndefined, percentEncode, queryPairs } from './serialise-parameter.js';

type Params = Readonly<Record<string, JsonValue>>;
/** A header value: visible characters, space and tab. Anything else could end the header and begin another. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The request that a contract's parameters make, without credential and idempotency header. Preview and live call this one function, so
 * that what a dry run shows is what goes out.
 */
export function buildRequest(executor: HttpExecutor, params: Params, baseUrl: string | null): OutgoingRequest {
  const given = executor.parameters.flatMap((place) => {
    const value = Object.hasOwn(params, place.field) ? wireValue(place, params[place.field] as JsonValue) : null;
    return isUndefined(value) ? [] : [{ place, value }];
  });
  const of = (where: ParameterPlace['in']) => given.filter(({ place }) => place.in === where);
  const body = serialiseBody(executor.body, params);
  const query = of('query')
    .flatMap(({ place, value }) => queryPairs(place.name, value, place))
    .join('&');
  // Encoded as a query is: nothing in a value ends the cookie or begins a header. Pairs of a cookie are parted by "; " (RFC 6265).
  const cookies = of('cookie').flatMap(({ place, value }) => queryPairs(place.name, value, { ...place, allow_reserved: false }));
  const headers = [
    ...executor.headers,
    ...of('header').map(({ place, value }) => ({ name: place.name, value: headerValue(place, value) })),
    ...(cookies.length > 0 ? [{ name: 'Cookie', value: cookies.join('; ') }] : []),
    ...(body !== null ? [{ name: 'Content-Type', value: body.mediaType }] : []),
  ];
  const path = fillPath(executor, of('path'));
  const url = `${baseOf(executor, baseUrl)}${path}${query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`;
  return { method: executor.method, url, headers, body: body?.content ?? null };
}

/** The base without trailing slashes. With a query or fragment of its own, what is appended would not be a path. */
function baseOf(executor: HttpExecutor, baseUrl: string | null): string {
  const base = baseUrl ?? executor.server_url;
  if (parseUrl(base) === null || /[?#]/.test(base)) throw new UnbuildableRequest('server_url', 'is not an absolute address without query');
  return base.replace(/\/+$/, '');
}

/** A parameter that is declared by its content is sent as JSON text. */
const wireValue = (place: ParameterPlace, value: JsonValue): JsonValue => (place.json ? JSON.stringify(value) : value);

function headerValue(place: ParameterPlace, value: JsonValue): string {
  const text = inlineValue(place.name, value, place, (each) => each);
  if (!HEADER_VALUE.test(text)) throw new UnbuildableRequest(place.field, 'holds a character that no header can carry');
  return text;
}

function fillPath(executor: HttpExecutor, given: readonly { place: ParameterPlace; value: JsonValue }[]): string {
  const values = new Map(given.map(({ place, value }) => [place.name, pathValue(place, value)]));
  const path = executor.path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === '') throw new UnbuildableRequest(name, 'is needed in the path');
    return value;
  });
  if (!path.startsWith('/')) throw new UnbuildableRequest('path', 'must begin with a slash');
  // A dot segment of the template's own: what is sent would not be what the contract shows.
  if (path.split('/').some(isDots)) throw new UnbuildableRequest('path', 'must not hold a dot segment');
  return path;
}

const isDots = (segment: string): boolean => /^(\.|%2e){1,2}$/i.test(segment);

/**
 * A dot segment would be resolved away, and with it the path that the contract names. Slashes within a value go out encoded, but many servers
 * decode them before they resolve the path, so dots between them are refused too.
 */
function pathValue(place: ParameterPlace, value: JsonValue): string {
  const text = inlineValue(place.name, value, place, percentEncode);
  if (text.split(/%2F|%5C/i).some(isDots)) throw new UnbuildableRequest(place.field, 'must not hold a dot segment');
  return text;
}
