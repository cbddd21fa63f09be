import { rbacApi, type Authenticated, type Caller, type Refusal } from '@turnpike/contracts';
import { createServiceClient, type ServiceClient } from '@turnpike/client';
import { InProcessTransport } from '@turnpike/platform-messaging';
import type { Database } from '@turnpike/platform-persistence';
import { randomKey, signToken } from '@turnpike/platform-secrets';
import { createLogger } from '@turnpike/platform-telemetry';
import { freshDatabase, manualClock, type ManualClock } from '@turnpike/testing';
import { firstOwner } from '../first-owner/first-owner.js';
import { startRbac } from '../start-rbac.js';

export const PASSWORD = 'correct horse battery';
export const context = { request_id: 'req_test', deadline: Number.MAX_SAFE_INTEGER };

type Outcome<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal };

export function done<T>(answer: Outcome<T>): T {
  if (answer.outcome !== 'done') throw new Error(`refused: ${answer.refusal.code} ${answer.refusal.message}`);
  return answer.value;
}

export function refusal(answer: Outcome<unknown>): Refusal {
  if (answer.outcome !== 'refused') throw new Error(`was done: ${JSON.stringify(answer.value)}`);
  return answer.refusal;
}

export interface StartedRbac {
  readonly rbac: ServiceClient<typeof rbacApi>;
  readonly database: Database;
  readonly transport: InProcessTransport;
  readonly clock: ManualClock;
  readonly post: (path: string, body: unknown, headers: Record<string, string>) => Promise<{ status: number; body: string }>;
  /** Stops the service and starts it again on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The real service on a real PostgreSQL database and the in-process bus, reached as the gateway reaches it; the clock is moved by hand. */
export async function startedRbac(): Promise<StartedRbac> {
  const { db, drop } = await freshDatabase([], 'rbac');
  const clock = manualClock();
  const logger = createLogger({ name: 'rbac-test', level: 'silent' });
  const transport = new InProcessTransport({ open: true });
  const key = randomKey('test');
  const start = () => startRbac({ database: db, transport, clock, logger, keys: { service: [key], admission: [randomKey('other')] } });
  let service = await start();
  const rbac = createServiceClient(
    rbacApi,
    (path, body, headers) => service.inject(path, body, headers),
    (audience) => signToken(key, { aud: audience, exp: clock.now() + 60_000 }),
  );
  return {
    rbac,
    database: db,
    transport,
    clock,
    post: (path, body, headers) => service.inject(path, JSON.stringify(body), headers),
    restart: async () => {
      await service.close();
      service = await start();
    },
    stop: async () => {
      await service.close();
      await transport.close();
      await drop();
    },
  };
}

export interface Person {
  readonly userId: string;
  readonly workspaceId: string;
  readonly token: string;
  readonly caller: Caller;
}

export async function authenticated(world: StartedRbac, credential: string, workspaceId: string | null = null): Promise<Authenticated> {
  const answer = await world.rbac.authenticate(context, { credential, workspace_id: workspaceId });
  if (answer.outcome !== 'authenticated') throw new Error(`unauthenticated: ${answer.reason}`);
  return answer;
}

export async function callerOf(world: StartedRbac, credential: string, workspaceId: string | null = null): Promise<Caller> {
  const { workspace_id, principal_id, principal_kind, credential_id, permissions, scopes } = await authenticated(
    world,
    credential,
    workspaceId,
  );
  return { workspace_id, principal_id, principal_kind, credential_id, permissions, scopes, request_id: context.request_id };
}

/** The first owner of a fresh deployment, signed in, and the first API key. */
export async function owner(world: StartedRbac): Promise<Person & { readonly apiKey: string }> {
  const first = await firstOwner(world.database, { email: 'ann@example.test', workspaceName: 'Acme' }, world.clock);
  const session = done(await world.rbac.signIn(context, { input: { code: first.signInCode!, new_password: PASSWORD } }));
  const caller = await callerOf(world, session.session_token);
  return { userId: session.user_id, workspaceId: first.workspaceId, token: session.session_token, caller, apiKey: first.apiKey! };
}

let keys = 0;
/** An idempotency key that no other call of the run uses. */
export const freshKey = (): string => `key-${(keys += 1)}`;

/** Invites a person to the actor's workspace and signs them in with the code. */
export async function member(world: StartedRbac, by: Caller, email: string, role: string): Promise<Person> {
  const input = { email, name: email.split('@')[0]!, role };
  const added = done(await world.rbac.addMember(context, { caller: by, idempotency_key: freshKey(), input }));
  const session = done(await world.rbac.signIn(context, { input: { code: added.sign_in_code!, new_password: PASSWORD } }));
  const caller = await callerOf(world, session.session_token, by.workspace_id);
  return { userId: session.user_id, workspaceId: by.workspace_id, token: session.session_token, caller };
}

/** Another workspace, governed by somebody who is a member of no other. */
export async function stranger(world: StartedRbac, by: Caller, email = 'zoe@elsewhere.test'): Promise<Person> {
  const made = done(await world.rbac.createWorkspace(context, { caller: by, idempotency_key: freshKey(), input: { name: 'Elsewhere' } }));
  return member(world, { ...by, workspace_id: made.workspace_id }, email, 'owner');
}

export async function apiKey(world: StartedRbac, by: Caller, role = 'agent', days?: number): Promise<{ id: string; secret: string }> {
  const input = { name: 'a key', role, scopes: ['*'], ...(days === undefined ? {} : { expires_in_days: days }) };
  const made = done(await world.rbac.createApiKey(context, { caller: by, idempotency_key: freshKey(), input }));
  return { id: made.api_key_id, secret: made.secret! };
}
