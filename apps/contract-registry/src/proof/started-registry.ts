import { createServiceClient, type ServiceClient } from '@turnpike/client';
import { registryApi, type Caller, type CloudEvent, type Contract, type EventDefinition, type Refusal } from '@turnpike/contracts';
import { InProcessTransport } from '@turnpike/platform-messaging';
import type { Database } from '@turnpike/platform-persistence';
import { newId, toTimestamp } from '@turnpike/kernel';
import { randomKey, signToken } from '@turnpike/platform-secrets';
import { createLogger } from '@turnpike/platform-telemetry';
import { freshDatabase, manualClock, type ManualClock } from '@turnpike/testing';
import type { z } from 'zod';
import { migrations } from '../migrations.js';
import { startRegistry } from '../start-registry.js';

export const context = { request_id: 'req_test', deadline: Number.MAX_SAFE_INTEGER };
export const FREE = 'capabilities.run.read_only';

type Outcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal } | { outcome: 'not_found' };

export function done<T>(answer: Outcome<T>): T {
  if (answer.outcome !== 'done') throw new Error(`not done: ${JSON.stringify(answer)}`);
  return answer.value;
}

export function refusal(answer: { outcome: string; refusal?: Refusal }): Refusal {
  if (answer.outcome !== 'refused' || !answer.refusal) throw new Error(`was not refused: ${JSON.stringify(answer)}`);
  return answer.refusal;
}

export interface StartedRegistry {
  readonly registry: ServiceClient<typeof registryApi>;
  readonly database: Database;
  readonly transport: InProcessTransport;
  readonly clock: ManualClock;
  readonly heard: CloudEvent[];
  /** Tells a fact as its owner would, and resolves when it is applied. */
  tell<E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>): Promise<void>;
  stop(): Promise<void>;
}

/** The real service on a real PostgreSQL database and the in-process bus, reached as the gateway reaches it; the clock is moved by hand. */
export async function startedRegistry(): Promise<StartedRegistry> {
  const { db, drop } = await freshDatabase(migrations, 'registry');
  const clock = manualClock(Date.now());
  const logger = createLogger({ name: 'registry-test', level: 'silent' });
  const transport = new InProcessTransport({ open: true });
  const heard: CloudEvent[] = [];
  const handler = async ({ event }: { event: unknown }) => {
    heard.push(event as CloudEvent);
    return { settled: true as const };
  };
  await transport.subscribe({ group: 'test', topics: ['catalog', 'turns'], durable: false, handler });
  const key = randomKey('test');
  const service = await startRegistry({ database: db, transport, clock, logger, keys: { service: [key], admission: [randomKey('adm')] } });
  const registry = createServiceClient(
    registryApi,
    (path, body, headers) => service.inject(path, body, headers),
    (audience) => signToken(key, { aud: audience, exp: clock.now() + 60_000 }),
  );
  return {
    registry,
    database: db,
    transport,
    clock,
    heard,
    tell: (event, at, data) => transport.publish({ topic: event.topic, key: at, event: envelope(event, at, data as object, clock.now()) }),
    stop: async () => {
      await service.close();
      await transport.close();
      await drop();
    },
  };
}

const envelope = (event: EventDefinition, key: string, data: object, now: number): CloudEvent => ({
  specversion: '1.0',
  id: newId('evt'),
  source: 'test',
  type: event.type,
  subject: key,
  time: toTimestamp(now),
  datacontenttype: 'application/json',
  data: data as CloudEvent['data'],
  correlationid: 'c',
  causationid: 'c',
  actor: 'system',
});

export const callerIn = (workspaceId: string, over: Partial<Caller> = {}): Caller => ({
  workspace_id: workspaceId,
  principal_id: `us_${workspaceId}`,
  principal_kind: 'user',
  credential_id: `cred_${workspaceId}`,
  permissions: [FREE, 'packs.write', 'installs.write', 'catalog.read'],
  scopes: null,
  request_id: context.request_id,
  ...over,
});

export const capability = (name: string, over: Partial<Contract> = {}): Contract => ({
  capability_id: `crm.${name}.read`,
  pack_id: 'crm',
  title: `Read ${name}`,
  summary: `Reads ${name}.`,
  description: `Reads ${name}.`,
  input_schema: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
  output_schema: null,
  scopes: [],
  permission: FREE,
  action_policy: 'read_only',
  policy_assumed: false,
  cost: { class: 'free', charge_on: 'success' },
  async: { kind: 'sync', start_within_ms: 60_000, longest_ms: 60_000, repeatable: true },
  modes: ['smoke_test', 'dry_run', 'live'],
  executor: {
    kind: 'http',
    method: 'GET',
    server_url: 'https://crm.example',
    path: `/${name}`,
    parameters: [],
    body: null,
    headers: [],
    auth: [{ type: 'none' }],
    idempotency_header: null,
  },
  provider: null,
  composite: null,
  web_url: null,
  goals: [],
  deprecated: false,
  ...over,
});

export const needs = (providerId: string): Partial<Contract> => ({ provider: { id: providerId, title: providerId, scopes: [] } });
export const priced: Partial<Contract> = { cost: { class: 'action', charge_on: 'success' } };

interface PublishOptions {
  readonly complete?: boolean;
  readonly plan?: boolean;
  readonly title?: string;
}

export const offer = (
  world: StartedRegistry,
  caller: Caller,
  contracts: Contract[],
  { complete = false, plan = false, title = 'CRM' }: PublishOptions = {},
) =>
  world.registry.publish(context, {
    caller,
    pack: { pack_id: 'crm', title, description: '' },
    contracts,
    complete,
    plan,
    sources: null,
  });

export const publish = async (world: StartedRegistry, caller: Caller, contracts: Contract[], options: PublishOptions = {}) =>
  done(await offer(world, caller, contracts, options));

export const get = async (world: StartedRegistry, caller: Caller, id: string, token?: string, redeliver = false) =>
  done(
    await world.registry.get(context, {
      caller,
      input: { capability_id: id, ...(token !== undefined && { tool_turn_token: token }), redeliver },
    }),
  );

export const redeem = (world: StartedRegistry, caller: Caller, id: string, token: string | null) =>
  world.registry.redeem(context, { caller, tool_turn_token: token, capability_id: id });
