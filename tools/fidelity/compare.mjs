// Two recorded requests, each read as a server would read it, and where they differ.
import { isDeepStrictEqual } from 'node:util';
import { MEANT_FOR } from './recording-server.mjs';

/** `[{ at, ours, theirs }]`, empty where both are the same request. `headerNames` are those that the document declares. */
export async function compare(ours, theirs, headerNames) {
  const [left, right] = [await read(ours, headerNames), await read(theirs, headerNames)];
  return Object.keys(left).flatMap((at) => (isDeepStrictEqual(left[at], right[at]) ? [] : [{ at, ours: left[at], theirs: right[at] }]));
}

async function read({ method, url, headers, body }, headerNames) {
  const [path, query = ''] = url.split(/\?(.*)/s);
  return {
    method,
    server: headers[MEANT_FOR],
    path,
    query: pairs(query),
    headers: headerNames.map((name) => [name.toLowerCase(), headers[name.toLowerCase()] ?? null]),
    cookies: (headers.cookie ?? '').split(/; ?/).filter(Boolean).map(decode),
    'content-type': body.length === 0 ? null : (headers['content-type'] ?? '').replace(/;\s*boundary=.*$/, ''),
    body: await readBody(headers['content-type'] ?? '', body),
  };
}

/** Decoded, the values of one name in their order; no specification orders parameters among each other. */
const pairs = (text) =>
  byName(
    text
      .split('&')
      .filter(Boolean)
      .map((pair) =>
        pair
          .split(/=(.*)/s)
          .slice(0, 2)
          .map((each) => decode(each.replaceAll('+', ' '))),
      ),
  );
const byName = (list) =>
  list
    .map((pair, at) => [pair, at])
    .sort(([[a], i], [[b], j]) => (a < b ? -1 : a > b ? 1 : i - j))
    .map(([pair]) => pair);

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readBody(type, body) {
  if (body.length === 0) return null;
  if (/^multipart\/form-data/.test(type)) return byName(await parts(type, body));
  if (/^application\/x-www-form-urlencoded/.test(type)) return pairs(body.toString());
  if (/json/.test(type)) return readJson(body.toString());
  return body.toString('base64');
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { 'no JSON': text };
  }
}

async function parts(type, body) {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const read = [...form].map(async ([name, part]) =>
    typeof part === 'string' ? [name, part] : [name, part.name, part.type, Buffer.from(await part.arrayBuffer()).toString('base64')],
  );
  return Promise.all(read);
}
