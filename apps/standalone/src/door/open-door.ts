import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@turnpike/app-sandbox-provider';
import { CONTROLS, OPERATIONS, REFUSALS, type CallDefinition, type Envelope, type Refusal } from '@turnpike/contracts';
import { Database, startEmbeddedPostgres, type EmbeddedPostgres } from '@turnpike/platform-persistence';
import { TurnpikeClient } from '@turnpike/sdk';
import { standaloneConfig } from '../config.js';
import { startStandalone, type RunningStandalone } from '../start-standalone.js';

const DEFINITIONS = new Map<string, CallDefinition>([...CONTROLS, ...OPERATIONS].map((definition) => [definition.name, definition]));
export const SANDBOX_TOKEN = 'door-provider-token';

type Args = Record<string, unknown>;
type Options = { readonly idempotencyKey?: string };

/** One caller at the REST door. */
export interface Caller {
  call(name: string, args?: Args, options?: Options): Promise<Envelope>;
  /** The answer's data; throws on a refusal. */
  data<T = Record<string, any>>(name: string, args?: Args, options?: Options): Promise<T>;
  /** The refusal; throws on an answer. */
  refusal(name: string, args?: Args, options?: Options): Promise<Refusal>;
  /** Does an owner action, under a fresh key. */
  own<T = Record<string, any>>(name: string, args?: Args): Promise<T>;
}

export function callerAt(url: string, credential: string | null, workspaceId?: string): Caller {
  const client = new TurnpikeClient({ url, credential, ...(workspaceId !== undefined && { workspaceId }) });
  const call: Caller['call'] = async (name, args = {}, options = {}) => {
    const definition = DEFINITIONS.get(name);
    if (!definition) throw new Error(`there is no ${name}`);
    const { status, envelope } = await client.call(definition, args, options);
    const wanted = envelope.ok ? 200 : REFUSALS[envelope.error.code].http;
    if (status !== wanted) throw new Error(`${name} answered status ${status}, not ${wanted}`);
    return envelope;
  };
  const data: Caller['data'] = async (name, args, options) => {
    const envelope = await call(name, args, options);
    if (!envelope.ok)
      throw new Error(`${name}: ${envelope.error.code}: ${envelope.error.message} ${JSON.stringify(envelope.error.details)}`);
    return envelope.data as never;
  };
  return {
    call,
    data,
    refusal: async (name, args, options) => {
      const envelope = await call(name, args, options);
      if (envelope.ok) throw new Error(`${name} was answered`);
      return envelope.error;
    },
    own: (name, args) => data(name, args, { idempotencyKey: randomUUID() }),
  };
}

export interface OpenDoor {
  readonly url: string;
  readonly product: RunningStandalone;
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly overlay: Record<string, any>;
  readonly document: Record<string, any>;
  /** The first API key, the signed-in owner, nobody. */
  readonly agent: Caller;
  readonly owner: Caller;
  readonly session: string;
  readonly workspaceId: string;
  close(): Promise<void>;
}

/** The whole product behind a real socket, with a real provider beside it, on a PostgreSQL of its own. */
export async function openDoor(): Promise<OpenDoor> {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-door-'));
  const server: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'server'),
    resolveFrom: __filename,
    settings: { fsync: 'off', max_connections: '200' },
  });
  const sandbox = await startSandbox({ port: 0, token: SANDBOX_TOKEN });
  const product = await startStandalone(
    standaloneConfig.parse({ dataDir, port: '0', logLevel: 'fatal', databaseUrl: server.url('postgres') }),
  );
  const { url, first } = product;
  const signedIn = await callerAt(url, null).data('sessions_create', {
    code: first.signInCode,
    new_password: randomBytes(12).toString('hex'),
  });
  const owner = callerAt(url, signedIn['session_token'] as string);
  await owner.own('egress_set', { allow: [new URL(sandbox.url).host] });
  return {
    url,
    product,
    sandbox,
    owner,
    agent: callerAt(url, first.apiKey),
    session: signedIn['session_token'] as string,
    workspaceId: first.workspaceId,
    overlay: JSON.parse(readFileSync(join(__dirname, '../../../sandbox-provider/overlay.json'), 'utf8')) as Record<string, any>,
    document: (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Record<string, any>,
    close: async () => {
      await product.close();
      await sandbox.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Every row of every table of the five services, as one digest a table. */
export async function tableDigests(product: RunningStandalone): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [service, db] of Object.entries(product.services.databases) as [string, Database][]) {
    const tables = await db.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
    for (const { name } of tables) {
      const [row] = await db.query<{ rows: number; digest: string | null }>(
        `select count(*) as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} t`,
      );
      digests[`${service}.${name}`] = `${row?.rows} ${row?.digest}`;
    }
  }
  return digests;
}

/** The recorder's requests at the provider, newest last. */
export async function requestsAt(
  sandboxUrl: string,
): Promise<{ method: string; url: string; headers: [string, string][]; body_base64: string }[]> {
  const answer = await fetch(`${sandboxUrl}/sandbox/requests`, { headers: { authorization: `Bearer ${SANDBOX_TOKEN}` } });
  return ((await answer.json()) as { requests: never[] }).requests;
}

/** A path is not asked for without its names. */
export const namesInPath = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'none']));
