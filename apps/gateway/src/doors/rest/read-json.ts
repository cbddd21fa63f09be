const MOST_DEPTH = 64;

/** Why a body is no JSON that can be taken, in words; it becomes the refusal's message. */
export class UnreadableJson extends Error {
  readonly statusCode = 400;
}

/** A string, or a number, or a bracket: the parts of JSON text that matter here. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[[\]{}]/g;

/**
 * Parses a body. Refuses what would come out as something else than was sent: an integer beyond 2^53 or a number beyond all bounds, and
 * nesting that no schema allows but a recursive reader would fall over.
 */
export function readJson(text: string): unknown {
  checkTokens(text);
  try {
    return JSON.parse(text, refusePrototype) as unknown;
  } catch (error) {
    throw error instanceof UnreadableJson ? error : new UnreadableJson((error as Error).message);
  }
}

function checkTokens(text: string): void {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    const first = token[0];
    if (first === '"') continue;
    if (first === '[' || first === '{') {
      depth += 1;
      if (depth > MOST_DEPTH) throw new UnreadableJson(`it is nested deeper than ${MOST_DEPTH}`);
    } else if (first === ']' || first === '}') depth -= 1;
    else if (token.length > 15) checkNumber(token);
  }
}

function checkNumber(token: string): void {
  const value = Number(token);
  if (!Number.isFinite(value)) throw new UnreadableJson(`the number ${token.slice(0, 40)} is beyond what JSON can carry`);
  if (/^-?\d+$/.test(token) && BigInt(token) !== BigInt(value))
    throw new UnreadableJson(`the number ${token.slice(0, 40)} cannot be carried exactly; send it as text`);
}

/** A key that would reach an object's prototype is never a field of ours. */
function refusePrototype(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new UnreadableJson('the field __proto__ is not taken');
  return value;
}
