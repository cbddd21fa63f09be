import { isJsonMediaType, type JsonValue } from '@turnpike/kernel';
import { decodeBase64 } from './decode-base64.js';
import type { FormEntry, WrittenBody } from './form-entry.js';
import { UnbuildableRequest } from './outgoing-request.js';
import { plainPairs } from './serialise-parameter.js';

interface Part {
  readonly name: string;
  readonly filename: string | null;
  /** Null leaves the part's type to its default, plain text (RFC 7578, section 4.4). */
  readonly mediaType: string | null;
  readonly content: Uint8Array;
}

/** `type/subtype` with parameters; anything else could end the header and begin another. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\t\x20-\x7e]*)?$/;

/**
 * `multipart/form-data` (RFC 7578): one part a field, one part an item of a list, in the order of the contract. A primitive is text, anything else JSON
 * (OpenAPI, Encoding Object), a file its bytes. The same parameters make the same bytes, so that a preview shows what goes out.
 */
export function multipartForm(entries: readonly FormEntry[]): WrittenBody {
  const parts = entries.flatMap(([place, value]) => partsOf(place, value));
  const boundary = freeBoundary(parts);
  const chunks = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`), part.content, Buffer.from('\r\n')]);
  return {
    content: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    mediaType: `multipart/form-data; boundary=${boundary}`,
  };
}

function partsOf(place: FormEntry[0], value: JsonValue): Part[] {
  const { name, style, media_type: mediaType = null } = place;
  if (style) return plainPairs(name, value, style).map(([key, text]) => textPart(key, text, null));
  if (mediaType !== null && isJsonMediaType(mediaType) && !place.file) return [textPart(name, JSON.stringify(value), mediaType)];
  return (Array.isArray(value) ? (value as JsonValue[]) : [value]).flatMap((item) => {
    if (item === null) return [];
    if (place.file) return [filePart(name, item, mediaType)];
    return [
      typeof item === 'object'
        ? textPart(name, JSON.stringify(item), mediaType ?? 'application/json')
        : textPart(name, String(item), mediaType),
    ];
  });
}

const textPart = (name: string, text: string, mediaType: string | null): Part => ({
  name,
  filename: null,
  mediaType,
  content: Buffer.from(text.toWellFormed()),
});

function filePart(name: string, value: JsonValue, declared: string | null): Part {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnbuildableRequest(name, 'must be a file: { base64, filename?, media_type? }');
  const file = value as Readonly<Record<string, JsonValue>>;
  const { filename, media_type: given } = file;
  const mediaType = typeof given === 'string' ? given : (concrete(declared) ?? 'application/octet-stream');
  if (!MEDIA_TYPE.test(mediaType)) throw new UnbuildableRequest(name, 'has a media type that is none');
  return { name, filename: typeof filename === 'string' ? filename : name, mediaType, content: decodeBase64(name, file['base64']) };
}

/** A declared type that names one type; lists and ranges (`image/png, image/*`) only say what may be given. */
const concrete = (declared: string | null): string | null => (declared !== null && !/[,*]/.test(declared) ? declared : null);

function headersOf({ name, filename, mediaType }: Part): string {
  const file = filename === null ? '' : `; filename="${quoted(filename)}"`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}${mediaType === null ? '' : `\r\nContent-Type: ${mediaType}`}`;
}

/** As browsers write names (WHATWG, multipart/form-data): what would end the quoted text or the line is percent-encoded. */
const quoted = (text: string): string => text.toWellFormed().replace(/["\r\n]/g, (char) => encodeURIComponent(char));

/** The first boundary that stands in no part. */
function freeBoundary(parts: readonly Part[]): string {
  for (let number = 1; ; number += 1) {
    const boundary = `turnpike-${number}`;
    if (!parts.some(({ content }) => Buffer.from(content).includes(boundary))) return boundary;
  }
}
