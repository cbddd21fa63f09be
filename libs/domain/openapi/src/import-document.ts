import { LIMITS, type Contract } from '@turnpike/contracts';
import { buildContract } from './build-contract.js';
import { nameCapabilities, operationKey } from './capability-names.js';
import { BrokenDocument, isNode, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { fitPatterns } from './fit-patterns.js';
import { MissingFiles, type Files } from './join-files.js';
import { readOverlay, type Overlay } from './overlay.js';
import { parseOpenApi } from './parse-document.js';
import { resolveReference } from './resolve-reference.js';
import { SharedSchemas, TooLarge } from './shared-schemas.js';
import { swaggerOperation } from './swagger-operation.js';

export interface ImportInput {
  /** The document, JSON or YAML. */
  readonly text: string;
  /** Files that it refers to. */
  readonly files?: Files;
  readonly packId: string;
  readonly overlay: unknown;
  /** Replaces the document's servers; no trailing slash. */
  readonly serverUrl: string | null;
  /** Where the document was read from, for relative servers. */
  readonly retrievedFrom: string | null;
  /** Ids that earlier imports assigned, by operation key. */
  readonly assigned: ReadonlyMap<string, string>;
  readonly patternFits: (pattern: string) => boolean;
}

export interface LeftOut {
  /** `POST /v1/files` */
  readonly operation: string;
  readonly pointer: string;
  readonly reason: string;
}

export type ImportResult =
  | {
      readonly ok: true;
      readonly title: string;
      readonly description: string;
      readonly contracts: Contract[];
      readonly sources: Record<string, string>;
      readonly operations: number;
      readonly leftOut: LeftOut[];
      readonly warnings: string[];
    }
  | {
      readonly ok: false;
      readonly pointer: string;
      readonly reason: string;
      /** What the document refers to and was not given, by its path from the document's folder. */
      readonly files?: readonly string[];
    };

interface FoundOperation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly pathItem: { node: Node; pointer: string };
  readonly operation: { node: Node; pointer: string };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MOST_WARNINGS = 100;

/** An OpenAPI document (2.0, 3.0 or 3.1) as the contracts of one pack: every operation becomes one capability, or is listed with the reason. */
export function importDocument(input: ImportInput): ImportResult {
  try {
    return importParsed(input, parseOpenApi(input.text, input.files));
  } catch (error) {
    if (!(error instanceof BrokenDocument)) throw error;
    const missing = error instanceof MissingFiles ? { files: error.files } : {};
    return { ok: false, pointer: error.pointer, reason: error.reason, ...missing };
  }
}

function importParsed(input: ImportInput, document: OpenApiDocument): ImportResult {
  const overlay = readOverlay(input.overlay ?? {});
  const found = findOperations(document);
  const limit = LIMITS.importOperations;
  if (found.length > limit) throw new BrokenDocument('/paths', `has ${found.length} operations; an import takes ${limit}`);
  refuseUnknownOverlay(overlay, found);
  const info = nodeAt(document.root, 'info', '');
  const title = (overlay.pack?.title ?? textOf(info, 'title')).slice(0, 200) || input.packId;
  const names = nameAll(input, overlay, found);
  const warnings: string[] = [];
  const shared = new SharedSchemas({
    document,
    patternFits: fitPatterns(input.patternFits),
    warn: (message) => void (warnings.length < MOST_WARNINGS && warnings.push(message)),
  });
  const contracts: Contract[] = [];
  const sources: Record<string, string> = {};
  const leftOut: LeftOut[] = [];
  for (const each of found) {
    const capabilityId = names.get(each.key) ?? '';
    const built = tryBuild({ input, overlay, shared, title, capabilityId, each });
    if ('reason' in built) leftOut.push(built);
    else {
      contracts.push(built.contract);
      sources[capabilityId] = each.key;
    }
  }
  const description = (overlay.pack?.description ?? textOf(info, 'description')).slice(0, 4_000);
  return { ok: true, title, description, contracts, sources, operations: found.length, leftOut, warnings };
}

interface BuildStep {
  readonly input: ImportInput;
  readonly overlay: Overlay;
  readonly shared: SharedSchemas;
  readonly title: string;
  readonly capabilityId: string;
  readonly each: FoundOperation;
}

function tryBuild({ input, overlay, shared, title, capabilityId, each }: BuildStep): { contract: Contract } | LeftOut {
  const own = overlay.operations?.[each.key] ?? {};
  if (own.leave_out !== undefined) return { operation: each.key, pointer: each.operation.pointer, reason: own.leave_out };
  try {
    const { packId, serverUrl, retrievedFrom } = input;
    const contract = buildContract({
      ...inThree(shared.document, each),
      shared,
      packId,
      packTitle: title,
      capabilityId,
      overlay: own,
      serverUrl,
      retrievedFrom,
    });
    if (namesPrototype(contract)) throw new BrokenDocument(each.operation.pointer, 'it has a field named __proto__, which no door takes');
    return { contract };
  } catch (error) {
    if (error instanceof BrokenDocument && !(error instanceof TooLarge))
      return { operation: each.key, pointer: error.pointer, reason: error.reason };
    throw error;
  }
}

/** As a field; within a text its quotes would be escaped. */
const namesPrototype = (contract: Contract): boolean => JSON.stringify(contract).includes('"__proto__":');

function checkPath(path: string): void {
  if (!path.startsWith('/')) throw new BrokenDocument(pointerTo('/paths', path.slice(0, 200)), 'a path must begin with /');
  if (path.length > LIMITS.importPathCharacters)
    throw new BrokenDocument('/paths', `has a path of ${path.length} characters; at most ${LIMITS.importPathCharacters} are taken`);
}

/** The operation as OpenAPI 3 says it; one of 2.0 has taken its path's parameters to its own. */
function inThree(document: OpenApiDocument, each: FoundOperation): FoundOperation {
  if (document.dialect !== '2.0') return each;
  const operation = swaggerOperation(document, each.pathItem, each.operation);
  return { ...each, operation, pathItem: { ...each.pathItem, node: {} } };
}

function findOperations(document: OpenApiDocument): FoundOperation[] {
  const paths = nodeAt(document.root, 'paths', '');
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, value]) => {
      checkPath(path);
      const pathItem = resolveReference(document, value, pointerTo('/paths', path));
      return METHODS.filter((method) => pathItem.node[method] !== undefined).map((method) => {
        const operation = pathItem.node[method];
        const pointer = pointerTo(pathItem.pointer, method);
        if (!isNode(operation)) throw new BrokenDocument(pointer, 'an operation must be an object');
        return { key: operationKey(method, path), method: method.toUpperCase(), path, pathItem, operation: { node: operation, pointer } };
      });
    });
}

function refuseUnknownOverlay(overlay: Overlay, found: readonly FoundOperation[]): void {
  const known = new Set(found.map(({ key }) => key));
  const unknown = Object.keys(overlay.operations ?? {}).find((key) => !known.has(key));
  if (unknown !== undefined) throw new BrokenDocument(pointerTo('/overlay/operations', unknown), 'the document has no such operation');
}

function nameAll(input: ImportInput, overlay: Overlay, found: readonly FoundOperation[]): Map<string, string> {
  const stated = Object.entries(overlay.operations ?? {}).flatMap(([key, { id }]) => (id === undefined ? [] : [[key, id] as const]));
  const wrong = stated.find(([, id]) => !id.startsWith(`${input.packId}.`));
  if (wrong) throw new BrokenDocument(pointerTo('/overlay/operations', wrong[0], 'id'), `must begin with ${input.packId}.`);
  const assigned = new Map([...input.assigned, ...stated]);
  const ids = [...assigned.values()];
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new BrokenDocument('/overlay/operations', `${twice} is the id of two operations`);
  return nameCapabilities(
    input.packId,
    found.map(({ key }) => key),
    assigned,
  );
}
