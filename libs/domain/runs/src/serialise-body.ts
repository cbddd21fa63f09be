import type { BodyPlace } from '@turnpike/contracts';
import { isJsonMediaType, type JsonValue } from '@turnpike/kernel';
import { decodeBase64 } from './decode-base64.js';
import type { FormEntry, WrittenBody } from './form-entry.js';
import { formText } from './form-text.js';
import { multipartForm } from './multipart-form.js';
import { UnbuildableRequest } from './outgoing-request.js';

type Params = Readonly<Record<string, JsonValue>>;

/** The body of a request, null when no field of it was given. Fields keep the order of the contract. */
export function serialiseBody(body: BodyPlace | null, params: Params): WrittenBody | null {
  if (body === null) return null;
  const given = body.fields.flatMap((place) =>
    Object.hasOwn(params, place.field) ? [[place, params[place.field] as JsonValue] as const] : [],
  );
  if (given.length === 0) return null;
  const { media_type: mediaType } = body;
  if (isForm(mediaType)) return writeForm(mediaType, body.kind === 'fields' ? given : entriesOf(given[0]?.[1] ?? null));
  const value = body.kind === 'whole' ? (given[0]?.[1] ?? null) : Object.fromEntries(given.map(([{ name }, each]) => [name, each]));
  if (body.base64) return { content: decodeBase64(body.fields[0]?.field ?? 'body', value), mediaType };
  return { content: inMediaType(mediaType, value), mediaType };
}

const isForm = (mediaType: string): boolean => /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(mediaType);

const writeForm = (mediaType: string, entries: readonly FormEntry[]): WrittenBody =>
  /^multipart/i.test(mediaType) ? multipartForm(entries) : { content: formText(entries), mediaType };

function entriesOf(value: JsonValue): FormEntry[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnbuildableRequest('body', 'a form must be an object');
  return Object.entries(value).map(([name, each]) => [{ name }, each as JsonValue] as const);
}

/** JSON, or text as it is. What is neither is carried as Base64. */
function inMediaType(mediaType: string, value: JsonValue): string {
  if (isJsonMediaType(mediaType)) return JSON.stringify(value);
  if (typeof value === 'string') return value.toWellFormed();
  if (/^text\//i.test(mediaType)) return JSON.stringify(value);
  throw new UnbuildableRequest('body', `a body of type ${mediaType} must be text`);
}
