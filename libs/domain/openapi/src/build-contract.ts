import type { ActionPolicy, AuthScheme, Contract, JsonObject } from '@turnpike/contracts';
import { buildInput, type BuiltInput } from './build-input.js';
import { textOf, type Node } from './document.js';
import type { OperationOverlay } from './overlay.js';
import { readBody, readOutput, type ReadOutput } from './read-body.js';
import { fitPath } from './fit-path.js';
import { readParameters, type ReadParameter } from './read-parameters.js';
import { readSecurity, type ReadSecurity } from './read-security.js';
import { readServer } from './read-server.js';
import { UnusableSchema, type SharedSchemas } from './shared-schemas.js';

export interface OperationSource {
  readonly shared: SharedSchemas;
  readonly packId: string;
  readonly packTitle: string;
  readonly capabilityId: string;
  readonly method: string;
  readonly path: string;
  readonly pathItem: { node: Node; pointer: string };
  readonly operation: { node: Node; pointer: string };
  readonly overlay: OperationOverlay;
  readonly serverUrl: string | null;
  readonly retrievedFrom: string | null;
}

const SYNC_MS = 60_000;

/** The contract of one operation. Throws BrokenDocument where the operation cannot become one. */
export function buildContract(source: OperationSource): Contract {
  const { shared, operation, overlay, packId } = source;
  const [keyHeader, parameters] = takeIdempotencyHeader(parametersOf(source));
  const input = buildInput(shared, parameters, readBody(shared.document, operation.node, operation.pointer, overlay.body));
  const output = readOutput(shared.document, operation.node, operation.pointer);
  const security = readSecurity(shared.document, operation.node, operation.pointer);
  return {
    capability_id: source.capabilityId,
    pack_id: packId,
    ...textsOf(source),
    input_schema: input.schema as JsonObject,
    output_schema: output && outputSchema(shared, output),
    ...policyOf(source),
    executor: executorOf(source, { input, security, keyHeader, accepts: output?.mediaType ?? null }),
    provider: needsCredential(security.schemes)
      ? { id: packId, title: source.packTitle, scopes: [...security.scopes].slice(0, 100) }
      : null,
    composite: overlay.composite ?? null,
    web_url: overlay.web_url ?? null,
    goals: overlay.goals ?? [],
    deprecated: operation.node['deprecated'] === true,
  };
}

/** An answer is not checked, so that what is too large or has no end is left out rather than the operation. */
function outputSchema(shared: SharedSchemas, { schema, pointer }: ReadOutput): JsonObject | null {
  try {
    return shared.standAlone('output', (convert) => asNode(convert(schema, pointer))) as JsonObject;
  } catch (error) {
    if (!(error instanceof UnusableSchema)) throw error;
    shared.warn(`${pointer}: left out, since ${error.reason}`);
    return null;
  }
}

type Policy = Pick<Contract, 'scopes' | 'permission' | 'action_policy' | 'policy_assumed' | 'cost' | 'async' | 'modes'>;

/** The consequence and what it asks for: as the overlay says, else assumed from the method. */
function policyOf({ packId, method, overlay }: OperationSource): Policy {
  const policy = overlay.action_policy ?? strictestPolicy(method);
  return {
    scopes: overlay.scopes ?? [`${packId}:${policy === 'read_only' ? 'read' : 'write'}`],
    permission: overlay.permission ?? `capabilities.run.${policy}`,
    action_policy: policy,
    policy_assumed: overlay.action_policy === undefined,
    cost: { class: overlay.cost?.class ?? 'free', charge_on: overlay.cost?.charge_on ?? 'success' },
    async: {
      kind: 'sync',
      start_within_ms: SYNC_MS,
      longest_ms: SYNC_MS,
      repeatable: policy === 'read_only',
      ...overlay.async,
    } as Contract['async'],
    modes: overlay.modes ?? ['smoke_test', 'dry_run', 'live'],
  };
}

interface ExecutorParts {
  readonly input: BuiltInput;
  readonly security: ReadSecurity;
  readonly keyHeader: string | null;
  /** The media type of the answer; null where none is declared that can be read. */
  readonly accepts: string | null;
}

function executorOf(source: OperationSource, { input, security, keyHeader, accepts }: ExecutorParts): Contract['executor'] {
  return {
    kind: 'http',
    method: source.method as 'GET',
    server_url: source.serverUrl ?? readServer(source.shared.document, [source.operation, source.pathItem], source.retrievedFrom),
    path: source.path,
    parameters: input.parameters,
    body: input.body,
    headers: accepts === null ? [] : [{ name: 'Accept', value: accepts }],
    auth: [...security.schemes],
    idempotency_header: source.overlay.idempotency_header ?? keyHeader,
  };
}

const needsCredential = (schemes: readonly AuthScheme[]): boolean => schemes.some(({ type }) => type !== 'none');

const asNode = (schema: Node | boolean): Node => (typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema);

/** Nothing is known of an operation but its method, so the gravest consequence that the method allows is assumed. */
function strictestPolicy(method: string): ActionPolicy {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE') return 'read_only';
  return method === 'POST' ? 'sending' : 'internal_irreversible';
}

/** What the operation declares, and its path template with it: what only one of both knows would never be sent. */
function parametersOf({ shared, pathItem, operation, path }: OperationSource): ReadParameter[] {
  return fitPath(path, readParameters(shared.document, pathItem, operation), operation.pointer, shared.warn);
}

/** The executor fills this header from the run's own key, so it is no input. */
function takeIdempotencyHeader(parameters: readonly ReadParameter[]): [string | null, ReadParameter[]] {
  const header = parameters.find(({ place }) => place.in === 'header' && /^(x-)?idempotency-key$/i.test(place.name));
  return [header?.place.name ?? null, parameters.filter((each) => each !== header)];
}

function textsOf({ operation, overlay, method, path }: OperationSource): { title: string; summary: string; description: string } {
  const description = overlay.description ?? textOf(operation.node, 'description');
  const summary =
    overlay.summary ?? (textOf(operation.node, 'summary') || firstSentence(description) || spaced(textOf(operation.node, 'operationId')));
  const title =
    overlay.title ?? (textOf(operation.node, 'summary') || spaced(textOf(operation.node, 'operationId')) || `${method} ${path}`);
  return { title: title.slice(0, 200), summary: (summary || title).slice(0, 500), description: description.slice(0, 8_000) };
}

const firstSentence = (text: string): string =>
  (/^[^\n]*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim().split('\n')[0] ?? '').slice(0, 500);

const spaced = (operationId: string): string =>
  operationId
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-./]+/g, ' ')
    .trim();
