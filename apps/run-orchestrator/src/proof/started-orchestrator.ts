import { createServiceClient, type ServiceClient } from '@turnpike/client';
import { orchestratorApi, type Caller, type CloudEvent, type EventDefinition, type Refusal } from '@turnpike/contracts';
import { newId, toTimestamp } from '@turnpike/kernel';
import { InProcessTransport } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { randomKey, SecretBox, signToken, type TokenKey } from '@turnpike/platform-secrets';
import { createLogger, type Logger } from '@turnpike/platform-telemetry';
import { freshDatabase, manualClock, type ManualClock } from '@turnpike/testing';
import type { z } from 'zod';
import { migrations } from '../migrations.js';
import { startOrchestrator } from '../start-orchestrator.js';

export const context = { request_id: 'req_test', deadline: Number.MAX_SAFE_INTEGER };

export interface StartedOrchestrator {
  readonly orchestrator: ServiceClient<typeof orchestratorApi>;
  readonly database: Database;
  readonly transport: InProcessTransport;
  readonly clock: ManualClock;
  readonly admissionKey: TokenKey;
  readonly heard: CloudEvent[];
  /** Everything that was logged, as text. */
  readonly logged: () => string;
  /** Tells a fact as its owner would, and resolves when it is applied. */
  tell<E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>): Promise<void>;
  /** Stops the service and starts it again on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The real service on a real PostgreSQL database and the in-process bus, reached as the gateway reaches it; the clock is moved by hand. */
export async function startedOrchestrator(): Promise<StartedOrchestrator> {
  const fresh = await freshDatabase(migrations, 'orchestrator');
  const clock = manualClock(Date.now());
  const lines: string[] = [];
  const logger = capturing(lines);
  const transport = new InProcessTransport({ open: true });
  const heard: CloudEvent[] = [];
  const handler = async ({ event }: { event: unknown }) => {
    heard.push(event as CloudEvent);
    return { settled: true as const };
  };
  await transport.subscribe({ group: 'test', topics: ['runs', 'connections'], durable: false, handler });
  const [key, admissionKey, sealing] = [randomKey('test'), randomKey('adm'), randomKey('seal')];
  const secrets = new SecretBox([sealing], sealing.id);
  const start = () =>
    startOrchestrator({ database: fresh.db, transport, clock, logger, secrets, keys: { service: [key], admission: [admissionKey] } });
  let service = await start();
  const orchestrator = createServiceClient(
    orchestratorApi,
    (path, body, headers) => service.inject(path, body, headers),
    (audience) => signToken(key, { aud: audience, exp: clock.now() + 60_000 }),
  );
  return {
    orchestrator,
    database: fresh.db,
    transport,
    clock,
    admissionKey,
    heard,
    logged: () => lines.join(''),
    tell: (event, at, data) => transport.publish({ topic: event.topic, key: at, event: envelope(event, at, data as object, clock.now()) }),
    restart: async () => {
      await service.close();
      service = await start();
    },
    stop: async () => {
      await service.close();
      await transport.close();
      await fresh.drop();
    },
  };
}

function capturing(lines: string[]): Logger {
  const destination = { write: (line: string) => void lines.push(line) };
  return createLogger({ name: 'orchestrator-test', level: 'debug', destination });
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

type Outcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal };

export function done<T>(answer: Outcome<T>): T {
  if (answer.outcome !== 'done') throw new Error(`refused: ${answer.refusal.code} ${answer.refusal.message}`);
  return answer.value;
}

export function refusal(answer: { outcome: string; refusal?: Refusal }): Refusal {
  if (answer.outcome !== 'refused' || !answer.refusal) throw new Error(`was not refused: ${JSON.stringify(answer)}`);
  return answer.refusal;
}

export const callerIn = (workspaceId: string, over: Partial<Caller> = {}): Caller => ({
  workspace_id: workspaceId,
  principal_id: `us_${workspaceId}`,
  principal_kind: 'user',
  credential_id: `cred_${workspaceId}`,
  permissions: ['connections.read', 'connections.write', 'runs.read', 'runs.cancel'],
  scopes: null,
  request_id: context.request_id,
  ...over,
});
