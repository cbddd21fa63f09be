import type { BodyField } from '@turnpike/contracts';
import type { JsonValue } from '@turnpike/kernel';

/** A field of a form that was given, with what the contract says of it. */
export type FormEntry = readonly [place: Omit<BodyField, 'field'>, value: JsonValue];

/** A body and the media type it is labelled with; a multipart form's carries its boundary. */
export interface WrittenBody {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
}
