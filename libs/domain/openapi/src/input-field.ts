import type { ParameterPlace } from '@turnpike/contracts';

/** One field of the input before it has its final name; `place` null means the body. */
export interface InputField {
  readonly name: string;
  readonly place: Omit<ParameterPlace, 'field'> | null;
  readonly required: boolean;
  /** Required only when an optional body is sent at all. */
  readonly needsBody: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly pointer: string;
}

export interface BodyKind {
  readonly kind: 'fields' | 'whole';
  readonly fields: readonly InputField[];
}
