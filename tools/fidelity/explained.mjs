// Differences that are the oracle's own: what it does, and what the specification says instead. Each is told by doing the same to our request, so that
// nothing else can hide behind it.
import { isDeepStrictEqual } from 'node:util';

const KNOWN = [
  {
    reason:
      'Of Swagger 2.0, swagger-client encodes the commas between the items of a list in a path, and of their text less than RFC 3986 (2.2) asks for; decoded they are the same.',
    fits: ({ at, ours, theirs, document }) => at === 'path' && document.swagger === '2.0' && decode(ours) === decode(theirs),
  },
  {
    reason: 'Of Swagger 2.0, swagger-client fills no further parameter of a path once a value before it holds a bracket.',
    fits: ({ at, ours, theirs, document }) =>
      at === 'path' &&
      document.swagger === '2.0' &&
      decode(ours).includes('[') &&
      theirs.includes('%7B') &&
      isStart(decode(ours), decode(theirs)),
  },
  {
    reason: 'swagger-client ignores the schemes of an operation, which replace those of the document (Swagger 2.0, Operation Object).',
    fits: ({ at, ours, theirs, document, contract }) =>
      at === 'server' && document.swagger === '2.0' && contract.executor.path === '/plain' && ours.replace(/^http:/, 'https:') === theirs,
  },
  {
    reason:
      'swagger-client joins a list in a form by commas where no style is declared; by OpenAPI (Encoding Object) its name is repeated, a part for each item.',
    fits: ({ at, ours, theirs, contract, params }) =>
      at === 'body' && Array.isArray(theirs) && isDeepStrictEqual(joinLists(contract, params, ours), theirs),
  },
  {
    reason:
      'swagger-client sends a JSON part of a multipart form as a file called blob (and a list by commas, as above); a file name is for files (RFC 7578, 4.2).',
    fits: ({ at, ours, theirs, contract, params }) =>
      at === 'body' &&
      Array.isArray(theirs) &&
      [ours, joinLists(contract, params, ours)].some((each) => isDeepStrictEqual(asBlobs(contract, each), theirs)),
  },
  {
    reason:
      'swagger-client parts a list of style label by dots where it is not exploded, as a table of OpenAPI 3.0.3 did by mistake; RFC 6570 (3.2.5) and 3.0.4 part it by commas.',
    fits: ({ at, ours, theirs, contract }) =>
      at === 'path' &&
      contract.executor.parameters.some(({ style, explode }) => style === 'label' && !explode) &&
      ours.replaceAll(',', '.') === theirs.replaceAll(',', '.'),
  },
  {
    reason:
      'swagger-client writes what lies deeper in a deep object as JSON text; OpenAPI leaves it open, and ours goes on in brackets, as providers read it.',
    fits: ({ at, contract, params, ours, theirs }) => at === 'query' && isDeepStrictEqual(shallow(contract, params, ours), theirs),
  },
  {
    reason:
      'swagger-client leaves & and + as they are where reserved characters are allowed, so that they end the value or are read as a space; ours encodes them (OpenAPI 3.1.1, 4.8.12.2).',
    fits: ({ at, ours, theirs, contract }) => at === 'query' && isDeepStrictEqual(unprotected(contract, ours), theirs),
  },
  {
    reason:
      'swagger-client sends one cookie only, the last, and neither explodes nor encodes it whole; ours sends each as a pair of its own (RFC 6265, 5.4).',
    fits: ({ at, ours, theirs }) =>
      at === 'cookies' &&
      theirs.length === 1 &&
      ours.length > 0 &&
      isDeepStrictEqual(lastCookie(ours), theirs[0].replace(/(%[0-9A-F]{2})+/g, decode)),
  },
  {
    reason:
      'swagger-client lets the parameter of a path replace the operation’s own of the same name and place; OpenAPI (Path Item Object) says the opposite.',
    fits: ({ at, theirs, contract, params, ours }) => at === 'query' && isDeepStrictEqual(explodeAll(contract, params, ours), theirs),
  },
  {
    reason: 'swagger-client sends a JSON body that is one text without its quotes, which is no JSON (RFC 8259).',
    fits: ({ at, ours, theirs }) => at === 'body' && typeof ours === 'string' && theirs?.['no JSON'] === ours,
  },
];

/** Why a difference is none of ours; null where nothing is known of it. */
export const explain = (difference) => KNOWN.find(({ fits }) => fits(difference))?.reason ?? null;

const isStart = (whole, template) => whole.startsWith(template.slice(0, template.indexOf('{')));

const byName = (pairs) =>
  pairs
    .map((pair, at) => [pair, at])
    .sort(([[a], i], [[b], j]) => (a < b ? -1 : a > b ? 1 : i - j))
    .map(([pair]) => pair);

function joinLists({ executor }, params, pairs) {
  const lists = (executor.body?.fields ?? []).filter(({ style, file, field }) => !style && !file && Array.isArray(params[field]));
  const joined = new Map(lists.map(({ name, field }) => [name, String(params[field])]));
  return byName([...pairs.filter(([name]) => !joined.has(name)), ...joined]);
}

function asBlobs({ executor }, pairs) {
  const json = new Set((executor.body?.fields ?? []).filter((place) => /json/.test(place.media_type ?? '')).map(({ name }) => name));
  return pairs.map((pair) => (json.has(pair[0]) ? [pair[0], 'blob', 'application/json', Buffer.from(pair[1]).toString('base64')] : pair));
}

function shallow({ executor }, params, pairs) {
  const deep = executor.parameters.filter(({ style, field }) => style === 'deepObject' && field in params);
  const others = pairs.filter(([name]) => !deep.some((place) => name.startsWith(`${place.name}[`)));
  const again = deep.flatMap(({ field, name }) =>
    Object.entries(params[field]).map(([key, value]) => [
      `${name}[${key}]`,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  return byName([...others, ...again]);
}

function unprotected({ executor }, pairs) {
  const open = new Set(executor.parameters.filter((place) => place.allow_reserved).map(({ name }) => name));
  const text = pairs
    .map(([name, value]) => (open.has(name) ? `${name}=${value}` : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`))
    .join('&');
  return byName(
    text.split('&').map((pair) =>
      pair
        .split(/=(.*)/s)
        .slice(0, 2)
        .map((each) => decode(each.replaceAll('+', ' '))),
    ),
  );
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lastCookie(cookies) {
  const name = cookies.at(-1).split('=')[0];
  const values = cookies.map((each) => each.split(/=(.*)/s)).filter(([key]) => key === name);
  return `${name}=${values.map(([, value]) => value).join(',')}`;
}

function explodeAll({ executor }, params, pairs) {
  const lists = executor.parameters.filter((place) => place.in === 'query' && !place.explode && Array.isArray(params[place.field]));
  const names = new Set(lists.map(({ name }) => name));
  return byName([
    ...pairs.filter(([name]) => !names.has(name)),
    ...lists.flatMap(({ name, field }) => params[field].map((each) => [name, String(each)])),
  ]);
}
