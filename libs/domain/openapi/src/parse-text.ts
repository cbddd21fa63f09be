import { LIMITS } from '@turnpike/contracts';
import { isNestedDeeper } from '@turnpike/kernel';
import { CST, isMap, isScalar, Lexer, parseDocument as parseYaml, visit, type Document } from 'yaml';
import { BrokenDocument } from './document.js';

/** Aliases a YAML document may expand to; more is a bomb, not a description. */
const MOST_YAML_ALIASES = 1_000;

/** JSON, or else YAML, as a value no deeper and no larger than an import takes. Throws BrokenDocument naming why. */
export function parseText(text: string): unknown {
  const isJson = text.trimStart().startsWith('{');
  const value = isJson ? parseJson(text) : parseSmallYaml(text);
  checkShape(value);
  // Through JSON once: .nan and .inf are no values of a document, and what aliases share becomes parts of their own.
  return isJson ? value : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new BrokenDocument('', `the JSON cannot be read: ${(error as Error).message}`);
  }
}

function parseSmallYaml(text: string): unknown {
  const limit = LIMITS.importYamlCharacters;
  if (text.length > limit)
    throw new BrokenDocument('', `the YAML has ${text.length} characters; at most ${limit} are read. As JSON it may be ten times as large`);
  const depth = LIMITS.importDepth;
  if (isNestedDeeper(new Lexer().lex(text), CST.tokenType, depth)) throw new BrokenDocument('', `is nested deeper than ${depth}`);
  try {
    // The library compares each key with each other to find one that is there twice, which takes minutes for a long list.
    const document = parseYaml(text, { prettyErrors: true, uniqueKeys: false });
    const problem = document.errors[0]?.message.split('\n')[0] ?? keyTwice(document);
    if (problem !== null) throw new Error(problem);
    return document.toJS({ maxAliasCount: MOST_YAML_ALIASES });
  } catch (error) {
    throw new BrokenDocument('', `the YAML cannot be read: ${(error as Error).message}`);
  }
}

/** Of two equal keys one would be lost without a word. */
function keyTwice(document: Document): string | null {
  let found: string | null = null;
  visit(document, {
    Map(_key, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value)) found = `the key ${String(value).slice(0, 100)} is there twice`;
        keys.add(value);
      }
      return found === null && isMap(map) ? undefined : visit.BREAK;
    },
  });
  return found;
}

/** What is deep would exhaust the stack of all that walks it, and an alias within itself is deep without end; what aliases multiply is counted as often. */
function checkShape(root: unknown): void {
  const waiting: [value: unknown, depth: number][] = [[root, 0]];
  let size = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    size += typeof value === 'string' ? value.length : 1;
    if (size > LIMITS.importBodyBytes) throw new BrokenDocument('', 'its aliases make it larger than an import takes');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= LIMITS.importDepth) throw new BrokenDocument('', `is nested deeper than ${LIMITS.importDepth}`);
    for (const each of Object.values(value)) waiting.push([each, depth + 1]);
  }
}
