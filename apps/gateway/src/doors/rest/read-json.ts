import { LIMITS } from '@turnpike/contracts';

/** Why a body is no JSON that can be taken, in words; it becomes the refusal's message. */
export class UnreadableJson extends Error {
  readonly statusCode = 400;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses a body. Refuses what would come out as something else than was sent: an integer beyond 2^53 or a number beyond all bounds, and
 * nesting that no schema allows but a recursive reader would fall over.
 */
export function readJson(text: string): unknown {
  checkTokens(text);
  try {
    return JSON.parse(text, mayNamePrototype(text) ? refusePrototype : undefined) as unknown;
  } catch (error) {
    throw error instanceof UnreadableJson ? error : new UnreadableJson((error as Error).message);
  }
}

/** Looks at each bracket and number outside strings. By hand: one expression for strings would fall over at some megabytes. */
function checkTokens(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const first = text[at]!;
    if (first === '"') at = endOfString(text, at);
    else if (first === '[' || first === '{') {
      depth += 1;
      if (depth > LIMITS.bodyDepth) throw new UnreadableJson(`it is nested deeper than ${LIMITS.bodyDepth}`);
    } else if (first === ']' || first === '}') depth -= 1;
    else if (first === '-' || (first >= '0' && first <= '9')) at += Math.max(checkNumberAt(text, at), 1) - 1;
  }
}

/** Where the string that begins at `from` ends: the next quote with an even number of backslashes before it. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** The length of the number at this place. */
function checkNumberAt(text: string, at: number): number {
  NUMBER.lastIndex = at;
  const token = NUMBER.exec(text)?.[0] ?? '';
  if (token.length > 15) checkNumber(token);
  return token.length;
}

function checkNumber(token: string): void {
  const value = Number(token);
  if (!Number.isFinite(value)) throw new UnreadableJson(`the number ${token.slice(0, 40)} is beyond what JSON can carry`);
  if (/^-?\d+$/.test(token) && BigInt(token) !== BigInt(value))
    throw new UnreadableJson(`the number ${token.slice(0, 40)} cannot be carried exactly; send it as text`);
}

/** A reviver looks at every value and costs more than all the rest: it runs only where the name can be, as it is or escaped. */
const mayNamePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u00');

/** A key that would reach an object's prototype is never a field of ours. */
function refusePrototype(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new UnreadableJson('the field __proto__ is not taken');
  return value;
}
