import { LIMITS } from '@turnpike/contracts';
import { BrokenDocument, isNode, pointerTo, type Node } from './document.js';
import { parseText } from './parse-text.js';

/** Texts of files by their path from the folder of the document: `schemas/user.yaml`. */
export type Files = Readonly<Record<string, string>>;

/** Where the files stand in the joined document. */
const JOINED = 'x-turnpike-files';
/** What stands there is data, whatever it looks like. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** The document refers to files that were not given along with it. */
export class MissingFiles extends BrokenDocument {
  constructor(readonly files: readonly string[]) {
    super('', `it refers to ${files.length === 1 ? 'a file' : 'files'} beside it: ${files.slice(0, 20).join(', ').slice(0, 1_000)}`);
  }
}

/**
 * One document of a root and the files that it refers to, so that every reference leads into the same document. Files are found by name among those given,
 * never read; references to an address, and out of the folder, are refused. Throws MissingFiles where some were not given.
 */
export function joinFiles(root: Node, files: Files): Node {
  const joined = new Map<string, unknown>();
  const missing = new Set<string>();
  const waiting: string[] = [];
  const add = (path: string): void => {
    if (joined.has(path) || missing.has(path)) return;
    if (!Object.hasOwn(files, path)) return void missing.add(path);
    joined.set(path, null);
    waiting.push(path);
  };
  const made = pointInside(root, { folder: '', own: '', pointer: '', add });
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    joined.set(path, pointInside(readFile(path, files[path] ?? ''), { folder, own: referenceTo(path, ''), pointer: `/${path}`, add }));
  }
  if (missing.size > 0) throw new MissingFiles([...missing].sort());
  return joined.size === 0 ? root : { ...(made as Node), [JOINED]: Object.fromEntries(joined) };
}

/** The files that are still to be given along with a document, by their paths from its folder; empty where there are none. Throws BrokenDocument. */
export function missingFiles(text: string, files: Files): readonly string[] {
  try {
    const root = parseText(text);
    if (isNode(root)) joinFiles(root, files);
    return [];
  } catch (error) {
    if (error instanceof MissingFiles) return error.files;
    throw error;
  }
}

interface Place {
  /** Of the file, with its last slash; empty for the document's own. */
  readonly folder: string;
  /** What goes before a reference into the same file. */
  readonly own: string;
  readonly pointer: string;
  readonly add: (path: string) => void;
}

/** The value with its references leading to where the files are joined. */
function pointInside(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each, index) => pointInside(each, { ...place, pointer: pointerTo(place.pointer, index) }));
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    const pointer = pointerTo(place.pointer, key);
    if (key === '$ref' && typeof each === 'string') return [key, moved(each, { ...place, pointer })];
    if (key === 'mapping' && isNode(each) && 'propertyName' in value) return [key, movedMapping(each, { ...place, pointer })];
    return [key, DATA.has(key) ? each : pointInside(each, { ...place, pointer })];
  });
  return Object.fromEntries(entries);
}

const movedMapping = (mapping: Node, place: Place): Node =>
  Object.fromEntries(
    Object.entries(mapping).map(([value, target]) => [
      value,
      typeof target === 'string' && /[#/]|\.(ya?ml|json)$/.test(target) ? moved(target, place) : target,
    ]),
  );

function moved(reference: string, { folder, own, pointer, add }: Place): string {
  const [file = '', fragment = ''] = reference.split(/#(.*)/s);
  if (file === '') return own === '' ? reference : `${own}${fragment}`;
  if (fragment !== '' && !fragment.startsWith('/')) throw new BrokenDocument(pointer, 'the part behind # must be a JSON Pointer');
  const path = pathOf(folder, file, pointer);
  add(path);
  return referenceTo(path, fragment);
}

const referenceTo = (path: string, fragment: string): string => `#${pointerTo('', JOINED, path)}${fragment}`;

/** The path from the document's folder. A name that is an address is not fetched, and nothing outside of the folder is named. */
function pathOf(folder: string, file: string, pointer: string): string {
  const shown = file.slice(0, 200);
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(file))
    throw new BrokenDocument(pointer, `${shown} is an address, and none is read; save it beside the document`);
  const steps: string[] = [];
  for (const step of `${folder}${decoded(file)}`.split('/')) {
    if (step === '..' && steps.pop() === undefined) throw new BrokenDocument(pointer, `${shown} leads out of the document's folder`);
    if (step !== '..' && step !== '.' && step !== '') steps.push(step);
  }
  if (file.startsWith('/') || /[\\\u0000]/.test(decoded(file)) || steps.length === 0)
    throw new BrokenDocument(pointer, `${shown} is no file in the document's folder`);
  return steps.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readFile(path: string, text: string): unknown {
  if (text.length > LIMITS.importBodyBytes) throw new BrokenDocument(`/${path}`, 'is larger than an import takes');
  try {
    return parseText(text);
  } catch (error) {
    if (error instanceof BrokenDocument) throw new BrokenDocument(`/${path}`, error.reason);
    throw error;
  }
}
