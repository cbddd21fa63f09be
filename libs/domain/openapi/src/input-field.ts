import type { BodyField, BodyPlace, ParameterPlace } from '@turnpike/contracts';

/** How a field of a form is written, beyond its name. */
export type FieldWriting = Omit<BodyField, 'field' | 'name'>;

/** One field of the input before it has its final name; `place` null means the body. */
export interface InputField {
  readonly name: string;
  readonly place: Omit<ParameterPlace, 'field'> | null;
  readonly required: boolean;
  /** Required only when an optional body is sent at all. */
  readonly needsBody: boolean;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly schema: unknown;
  readonly pointer: string;
  readonly writing?: FieldWriting;
}

export interface BodyKind extends Pick<BodyPlace, 'kind'> {
  readonly base64?: true;
  readonly fields: readonly InputField[];
}
