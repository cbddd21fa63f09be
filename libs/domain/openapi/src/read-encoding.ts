import type { FormStyle } from '@turnpike/contracts';
import { isJsonMediaType } from '@turnpike/kernel';
import { isNode, nodeAt, pointerTo, textOf } from './document.js';
import { fileSchema } from './file-schema.js';
import type { FieldWriting } from './input-field.js';
import type { ReadBody } from './read-body.js';
import type { SharedSchemas } from './shared-schemas.js';

const STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

/** What the Encoding Object of a form's property says, and the schema that its value has in `params`. */
export function readEncoding(shared: SharedSchemas, body: ReadBody, property: string, schema: unknown, pointer: string) {
  const at = pointerTo(body.encodingPointer, property);
  const own = Object.hasOwn(body.encoding, property) ? nodeAt(body.encoding, property, body.encodingPointer) : {};
  const contentType = textOf(own, 'contentType') || null;
  const multipart = body.form === 'multipart';
  if (multipart && isNode(own['headers']) && Object.keys(own['headers']).length > 0)
    shared.warn(`${at}/headers: left out, since the headers of a part cannot be given`);
  // In 3.0 style is ignored outside of urlencoded forms; stated in 3.1 it goes before contentType.
  const style = multipart && shared.document.dialect === '3.0' ? null : readStyle(own);
  if (style) return { schema, writing: { style } };
  const file = multipart ? fileSchema(shared.document, schema, pointer, contentType) : null;
  const writing: FieldWriting = { ...writtenAs(contentType, multipart), ...(file && { file: true as const }) };
  return { schema: file ?? schema, writing };
}

/** In an urlencoded form a media type matters only where it is JSON: the value has no header of its own. */
const writtenAs = (contentType: string | null, multipart: boolean): FieldWriting =>
  contentType !== null && (multipart || isJsonMediaType(contentType)) ? { media_type: contentType } : {};

function readStyle(own: Readonly<Record<string, unknown>>): FormStyle | null {
  if (own['style'] === undefined && own['explode'] === undefined && own['allowReserved'] === undefined) return null;
  const style = STYLES.find((each) => each === own['style']) ?? 'form';
  const explode = typeof own['explode'] === 'boolean' ? own['explode'] : style === 'form';
  return { style, explode, allow_reserved: own['allowReserved'] === true };
}
