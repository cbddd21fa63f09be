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

/** Query pairs of one parameter by its OpenAPI style, already encoded: `a=1&a=2`, `a=1,2`, `a[b]=1`. */
export function queryPairs(name: string, value: JsonValue, place: Place): string[] {
  const key = percentEncode(name);
  const encode = (text: string): string => encodeQuery(text, place);
  if (Array.isArray(value))
    return queryOfList(
      key,
      value.map((each) => flat(each as JsonValue, name)),
      place,
      encode,
    );
  if (typeof value === 'object' && value !== null) return queryOfObject(key, name, Object.entries(value), place, encode);
  return [`${key}=${encode(flat(value, name))}`];
}

const SEPARATORS: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

function queryOfList(key: string, items: readonly string[], place: Place, encode: (text: string) => string): string[] {
  if (place.explode) return items.map((item) => `${key}=${encode(item)}`);
  return [`${key}=${items.map(encode).join(SEPARATORS[place.style] ?? ',')}`];
}

function queryOfObject(key: string, name: string, entries: [string, unknown][], place: Place, encode: (text: string) => string): string[] {
  const pairs = entries.map(([field, each]) => [percentEncode(field), each as JsonValue] as const);
  if (place.style === 'deepObject') return pairs.flatMap(([field, each]) => deepPairs(`${key}%5B${field}%5D`, each, encode));
  if (place.explode) return pairs.map(([field, each]) => `${field}=${encode(flat(each, name))}`);
  const separator = SEPARATORS[place.style] ?? ',';
  return [`${key}=${pairs.map(([field, each]) => `${field}${separator}${encode(flat(each, name))}`).join(separator)}`];
}

/** `a[b]=1`, and further in `a[b][c]=1`, which OpenAPI leaves open and providers commonly read; a list repeats its name. */
function deepPairs(key: string, value: JsonValue, encode: (text: string) => string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(key, item as JsonValue, encode));
  if (typeof value !== 'object' || value === null) return [`${key}=${encode(flat(value, key))}`];
  return Object.entries(value).flatMap(([field, each]) => deepPairs(`${key}%5B${percentEncode(field)}%5D`, each as JsonValue, encode));
}

/** The text of a path or header parameter: simple, label (`.a.b`) or matrix (`;n=a`). */
export function inlineValue(name: string, value: JsonValue, place: Place, encode: (text: string) => string): string {
  if (place.style === 'matrix') return matrixValue(name, value, place, encode);
  const prefix = place.style === 'label' ? '.' : '';
  const separator = place.style === 'label' && place.explode ? '.' : ',';
  if (Array.isArray(value)) return prefix + value.map((each) => encode(flat(each as JsonValue, name))).join(separator);
  if (typeof value !== 'object' || value === null) return prefix + encode(flat(value, name));
  const joiner = place.explode ? '=' : ',';
  return (
    prefix +
    Object.entries(value)
      .map(([field, each]) => `${encode(field)}${joiner}${encode(flat(each as JsonValue, name))}`)
      .join(separator)
  );
}

function matrixValue(name: string, value: JsonValue, place: Place, encode: (text: string) => string): string {
  const key = encode(name);
  if (Array.isArray(value)) {
    const items = value.map((each) => encode(flat(each as JsonValue, name)));
    return place.explode ? items.map((item) => `;${key}=${item}`).join('') : `;${key}=${items.join(',')}`;
  }
  if (typeof value !== 'object' || value === null) return `;${key}=${encode(flat(value, name))}`;
  const pairs = Object.entries(value).map(([field, each]) => [encode(field), encode(flat(each as JsonValue, name))] as const);
  return place.explode ? pairs.map(([field, each]) => `;${field}=${each}`).join('') : `;${key}=${pairs.flat().join(',')}`;
}
