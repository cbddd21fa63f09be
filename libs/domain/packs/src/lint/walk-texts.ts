import { toPointerStep } from '@turnpike/kernel';

export interface TextAt {
  readonly pointer: string;
  readonly text: string;
  /** True for sample values (`example`, `examples`, `default`, `enum`, `const`), which are data rather than prose. */
  readonly sample: boolean;
}

const SAMPLES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Every text of a value and every name in it, by pointer, depth first. */
export function* walkTexts(value: unknown, pointer = '', sample = false): Generator<TextAt> {
  if (typeof value === 'string') yield { pointer, text: value, sample };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    const at = `${pointer}/${toPointerStep(name)}`;
    if (!Array.isArray(value)) yield { pointer: at, text: name, sample };
    // A property may itself be called "default": only a keyword beside others makes samples.
    yield* walkTexts(each, at, sample || (SAMPLES.has(name) && !pointer.endsWith('/properties')));
  }
}
