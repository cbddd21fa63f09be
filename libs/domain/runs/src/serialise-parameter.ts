import type { JsonValue } from '@turnpike/kernel';
import type { ParameterPlace } from '@turnpike/contracts';
import { UnbuildableRequest } from './outgoing-request.js';

/** RFC 3986 reserved characters, which `allowReserved` leaves as they are. */
const RESERVED = /[:/?#[\]@!$&'()*+,;=]/;

type Place = Pick<ParameterPlace, 'style' | 'explode' | 'allow_reserved'>;
type Flat = string | number | boolean | null;

/** Everything that is not unreserved by RFC 3986 as %XX; half a surrogate pair as U+FFFD, since UTF-8 has no form for it. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** `#` and `&` would end the value, and `+` would be read as a space: they are encoded even where reserved characters may stay. */
const encodeQuery = (text: string, place: Place): string =>
  place.allow_reserved
    ? [...text].map((char) => (RESERVED.test(char) && !/[#&+]/.test(char) ? char : percentEncode(char))).join('')
    : percentEncode(text);

function flat(value: JsonValue, name: string): string {
  if (typeof value === 'object' && value !== null)
    throw new UnbuildableRequest(name, 'holds a value nested deeper than its place can carry');
  return value === null ? '' : String(value as Flat);
}

/** What RFC 6570 (2.3, 3.2.1) calls undefined, by which OpenAPI expands parameters: null, and a list or object with nothing defined in it. */
export function isUndefined(value: JsonValue): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).every((each) => each === null);
}

const defined = (value: JsonValue): JsonValue[] => (value as JsonValue[]).filter((each) => each !== null);
const definedEntries = (value: JsonValue): [string, JsonValue][] =>
  Object.entries(value as Record<string, JsonValue>).filter(([, each]) => each !== null);

/** Query pairs of one parameter by its OpenAPI style, already encoded: `a=1&a=2`, `a=1,2`, `a[b]=1`. */
export function queryPairs(name: string, value: JsonValue, place: Place): string[] {
  const separator = SEPARATORS[place.style] ?? ',';
  return stylePairs(name, value, place, { key: percentEncode, text: (text) => encodeQuery(text, place), separator }).map((pair) =>
    pair.join('='),
  );
}

/** The same pairs as they are, for the parts of a multipart form. */
export const plainPairs = (name: string, value: JsonValue, place: Place): [string, string][] =>
  stylePairs(name, value, place, { key: String, text: String, separator: PLAIN_SEPARATORS[place.style] ?? ',' });

const SEPARATORS: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };
const PLAIN_SEPARATORS: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

interface Writing {
  readonly key: (text: string) => string;
  readonly text: (text: string) => string;
  readonly separator: string;
}

function stylePairs(name: string, value: JsonValue, place: Place, writing: Writing): [string, string][] {
  const { key, text, separator } = writing;
  if (isUndefined(value)) return [];
  if (place.style === 'deepObject') return deepPairs(key(name), value, writing);
  if (Array.isArray(value)) {
    const items = defined(value).map((each) => text(flat(each, name)));
    return place.explode ? items.map((item) => [key(name), item]) : [[key(name), items.join(separator)]];
  }
  if (typeof value !== 'object' || value === null) return [[key(name), text(flat(value, name))]];
  const pairs = definedEntries(value).map(([field, each]): [string, string] => [key(field), text(flat(each, name))]);
  return place.explode ? pairs : [[key(name), pairs.flat().join(separator)]];
}

/** `a[b]=1`, and further in `a[b][c]=1`, which OpenAPI leaves open and providers commonly read; a list repeats its name. */
function deepPairs(name: string, value: JsonValue, writing: Writing): [string, string][] {
  if (Array.isArray(value)) return defined(value).flatMap((item) => deepPairs(name, item, writing));
  if (typeof value !== 'object' || value === null) return [[name, writing.text(flat(value, name))]];
  return definedEntries(value).flatMap(([field, each]) => deepPairs(`${name}${writing.key(`[${field}]`)}`, each, writing));
}

/** The text of a path or header parameter: simple, label (`.a.b`) or matrix (`;n=a`). */
export function inlineValue(name: string, value: JsonValue, place: Place, encode: (text: string) => string): string {
  if (place.style === 'matrix') return matrixValue(name, value, place, encode);
  const prefix = place.style === 'label' ? '.' : '';
  const separator = place.style === 'label' && place.explode ? '.' : ',';
  if (Array.isArray(value))
    return (
      prefix +
      defined(value)
        .map((each) => encode(flat(each, name)))
        .join(separator)
    );
  if (typeof value !== 'object' || value === null) return prefix + encode(flat(value, name));
  const joiner = place.explode ? '=' : ',';
  return (
    prefix +
    definedEntries(value)
      .map(([field, each]) => `${encode(field)}${joiner}${encode(flat(each, name))}`)
      .join(separator)
  );
}

function matrixValue(name: string, value: JsonValue, place: Place, encode: (text: string) => string): string {
  const key = encode(name);
  if (Array.isArray(value)) {
    const items = defined(value).map((each) => encode(flat(each, name)));
    return place.explode ? items.map((item) => `;${key}=${item}`).join('') : `;${key}=${items.join(',')}`;
  }
  // RFC 6570 3.2.7: an empty value leaves its equals sign out.
  if (typeof value !== 'object' || value === null) return value === '' ? `;${key}` : `;${key}=${encode(flat(value, name))}`;
  const pairs = definedEntries(value).map(([field, each]) => [encode(field), encode(flat(each, name))] as const);
  return place.explode ? pairs.map(([field, each]) => `;${field}=${each}`).join('') : `;${key}=${pairs.flat().join(',')}`;
}
