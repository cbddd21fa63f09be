import { LIMITS } from '@turnpike/contracts';
import { fromPointerStep, isNestedDeeper } from '@turnpike/kernel';
import { CST, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml';
import type { Place } from './place.js';

/** Aliases a file may expand to; more is a bomb, not a description. */
const MOST_ALIASES = 1_000;

/** One YAML (or JSON) file: its value, and where each part of it stands. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** The place of a JSON Pointer: of its key where it has one, else of what is nearest above it. */
  placeOf(pointer: string): Place;
}

export type ReadYaml =
  { readonly ok: true; readonly file: YamlFile } | { readonly ok: false; readonly place: Place; readonly reason: string };

export function readYaml(path: string, text: string): ReadYaml {
  const start = { file: path, line: 1, column: 1 };
  const limit = LIMITS.importYamlCharacters;
  if (text.length > limit) return { ok: false, place: start, reason: `it has ${text.length} characters; at most ${limit} are read` };
  if (isNestedDeeper(new Lexer().lex(text), CST.tokenType, LIMITS.importDepth))
    return { ok: false, place: start, reason: `it is nested deeper than ${LIMITS.importDepth}` };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const problem = document.errors[0] ?? keyTwice(document);
  if (problem) return { ok: false, place: placeAt(path, lines, problem.pos[0]), reason: problem.message };
  try {
    // Through JSON once: an alias within itself makes a value without end, and .nan and .inf are no values of a document.
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MOST_ALIASES })) ?? 'null') as unknown;
    return { ok: true, file: { path, value, placeOf: (pointer) => placeAt(path, lines, offsetOf(document, pointer)) } };
  } catch (error) {
    return { ok: false, place: start, reason: (error as Error).message };
  }
}

/** Of two equal keys one would be lost without a word. The library compares each with each, which takes minutes for very many. */
function keyTwice(document: Document): { readonly pos: readonly [number]; readonly message: string } | null {
  let found: ReturnType<typeof keyTwice> = null;
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name))
          found ??= { pos: [(key as Node).range?.[0] ?? 0], message: `the key ${String(name).slice(0, 100)} is there twice` };
        names.add(name);
      }
      return found === null ? undefined : visit.BREAK;
    },
  });
  return found;
}

function placeAt(file: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
}

function offsetOf(document: Document, pointer: string): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const step of pointer.split('/').slice(1)) {
    const next = stepInto(document, node, fromPointerStep(step));
    if (!next) break;
    offset = next.offset;
    node = next.node;
  }
  return offset;
}

function stepInto(document: Document, from: Node | null, step: string): { node: Node | null; offset: number } | null {
  const node = isAlias(from) ? (from.resolve(document) ?? null) : from;
  if (isSeq(node)) {
    const item = node.items[Number(step)] as Node | undefined;
    return item ? { node: item, offset: item.range?.[0] ?? 0 } : null;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair ? { node: pair.value as Node | null, offset: (pair.key as Node).range?.[0] ?? 0 } : null;
}
