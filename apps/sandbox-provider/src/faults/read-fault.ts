import { SandboxProblem } from '../operation/problem.js';

/** What can be asked to go wrong. `cut` and `cut:midway` come after the effect; the others instead of it, `slow` before it. */
export type Fault =
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'cut'; readonly midway: boolean }
  | { readonly kind: 'hang' };

const MOST_MS = 600_000;
const MOST_BYTES = 100_000_000;

/** `slow:1500 | status:500 | cut | cut:midway | huge:2000000 | redirect:http://… | hang` */
export function readFault(text: string): Fault {
  const [kind, ...rest] = text.split(':');
  const value = rest.join(':');
  const number = Number(value);
  if (kind === 'slow' && number > 0 && number <= MOST_MS) return { kind, ms: number };
  if (kind === 'status' && Number.isInteger(number) && number >= 200 && number <= 599) return { kind, status: number };
  if (kind === 'huge' && number > 0 && number <= MOST_BYTES) return { kind, bytes: number };
  if (kind === 'redirect' && value !== '') return { kind, to: value };
  if (kind === 'cut' && (value === '' || value === 'midway')) return { kind, midway: value === 'midway' };
  if (kind === 'hang' && value === '') return { kind };
  throw new SandboxProblem(400, 'unknown_fault', `no such fault: ${text.slice(0, 100)}`);
}
