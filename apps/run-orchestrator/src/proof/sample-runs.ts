import type { AdmissionClaims, Caller, Contract, HttpExecutor, orchestratorApi, RunView, ServiceResponse } from '@turnpike/contracts';
import { contentDigest, newId } from '@turnpike/kernel';
import { signToken } from '@turnpike/platform-secrets';
import { context, done, type StartedOrchestrator } from './started-orchestrator.js';

type Created = ServiceResponse<typeof orchestratorApi.create>;

/** A contract that writes: what it does must never be done twice. */
export function contractOf(origin: string, over: Partial<Contract> = {}, executor: Partial<HttpExecutor> = {}): Contract {
  return {
    capability_id: 'crm.contacts.create',
    pack_id: 'crm',
    title: 'Create a contact',
    summary: 'Creates a contact.',
    description: 'Creates a contact.',
    input_schema: { type: 'object' },
    output_schema: null,
    scopes: [],
    permission: 'capabilities.run.internal_reversible',
    action_policy: 'internal_reversible',
    policy_assumed: false,
    cost: { class: 'free', charge_on: 'success' },
    async: { kind: 'sync', start_within_ms: 60_000, longest_ms: 30_000, repeatable: false },
    modes: ['dry_run', 'live'],
    executor: {
      kind: 'http',
      method: 'POST',
      server_url: origin,
      path: '/contacts',
      parameters: [],
      body: { kind: 'fields', fields: [{ field: 'name', name: 'name' }], media_type: 'application/json' },
      headers: [{ name: 'Accept', value: 'application/json' }],
      auth: [{ type: 'none' }, { type: 'bearer' }],
      idempotency_header: 'Idempotency-Key',
      ...executor,
    },
    provider: null,
    composite: null,
    web_url: null,
    goals: [],
    deprecated: false,
    ...over,
  };
}

/** A read, which may be repeated. */
export const readOf = (origin: string, over: Partial<Contract> = {}, executor: Partial<HttpExecutor> = {}): Contract =>
  contractOf(
    origin,
    {
      action_policy: 'read_only',
      async: { kind: 'sync', start_within_ms: 60_000, longest_ms: 30_000, repeatable: true },
      ...over,
    },
    { method: 'GET', body: null, ...executor },
  );

export const needs = (id: string): Partial<Contract> => ({ provider: { id, title: id, scopes: [] } });

export function claimsFor(caller: Caller, contract: Contract, now: number, over: Partial<AdmissionClaims> = {}): AdmissionClaims {
  return {
    admission_id: newId('adm'),
    turn_id: 'turn_1',
    workspace_id: caller.workspace_id,
    principal_id: caller.principal_id,
    credential_id: caller.credential_id,
    capability_id: contract.capability_id,
    owner_workspace_id: caller.workspace_id,
    version: 1,
    digest: contentDigest(contract),
    vector: { contract: '1', pack: '1', install: '1', connection: 'none', price: 'none', permission: 'held' },
    issued_at: now,
    expires_at: now + 30_000,
    ...over,
  };
}

export interface Asked {
  readonly contract: Contract;
  readonly params?: Record<string, never> | object;
  readonly key?: string | null;
  readonly connection?: string;
  readonly claims?: Partial<AdmissionClaims>;
  readonly admission?: string;
  readonly fingerprint?: string;
}

/** Signs what the registry would sign. */
export function admit(world: StartedOrchestrator, caller: Caller, { contract, connection = 'none', claims: over = {} }: Asked): string {
  const claims = claimsFor(caller, contract, world.clock.now(), over);
  const vector = { ...claims.vector, connection };
  return signToken(world.admissionKey, { ...claims, vector, aud: 'orchestrator', exp: claims.expires_at });
}

export function create(world: StartedOrchestrator, caller: Caller, asked: Asked): Promise<Created> {
  const { contract, params = { name: 'Ann' }, key = null } = asked;
  return world.orchestrator.create(context, {
    caller,
    admission: asked.admission ?? admit(world, caller, asked),
    contract,
    params: params as never,
    mode: 'live',
    idempotency_key: key,
    fingerprint: asked.fingerprint ?? contentDigest({ capability_id: contract.capability_id, params, mode: 'live' }),
    web_url_base: 'http://turnpike.test',
  });
}

export async function created(world: StartedOrchestrator, caller: Caller, asked: Asked): Promise<RunView> {
  const answer = await create(world, caller, asked);
  if (answer.outcome !== 'created') throw new Error(`not created: ${JSON.stringify(answer)}`);
  return answer.run;
}

export const ended = async (world: StartedOrchestrator, caller: Caller, runId: string, waitMs = 10_000) =>
  done(await world.orchestrator.wait(context, { caller, run_id: runId, wait_ms: waitMs }));

/** Creates a run and waits for its end. */
export const ran = async (world: StartedOrchestrator, caller: Caller, asked: Asked) =>
  ended(world, caller, (await created(world, caller, asked)).run_id);

let keys = 0;
export const freshKey = (): string => `key-${(keys += 1)}`;

/** Lets runs of the caller's workspace reach a private destination. */
export const allowed = async (world: StartedOrchestrator, caller: Caller, hosts: readonly string[]) =>
  done(await world.orchestrator.setEgress(context, { caller, idempotency_key: freshKey(), input: { allow: [...hosts] } }));

/** Connects a provider with a bearer token and answers the connection's version as text. */
export async function connected(world: StartedOrchestrator, caller: Caller, providerId: string, origin: string, token = 'tok_1234567890') {
  const credential = { type: 'bearer' as const, token };
  const input = { provider_id: providerId, credential };
  const view = done(await world.orchestrator.createConnection(context, { caller, idempotency_key: freshKey(), input, origins: [origin] }));
  return String(view.version);
}
