import type { Refusal } from '@turnpike/contracts';
import { invalidField } from './refusals.js';

// Control characters would forge lines in logs and lists, and PostgreSQL cannot store NUL; lone surrogates have no canonical JSON.
const CONTROL = /\p{Cc}/u;

/** A refusal when a name holds what a name cannot; null when it is fine. */
export const plainText = (pointer: string, text: string): Refusal | null =>
  CONTROL.test(text) || !text.isWellFormed()
    ? invalidField(pointer, 'pattern', 'A name holds no control characters or broken text.')
    : null;
