import type { Caller, Contract } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { CREATE_RUN_FUNCTION } from '../admission/create-run.sql.js';
import { CLAIM_RUN_FUNCTION } from '../execution/claim-run.sql.js';
import { judgeHistory, type Admitted, type Change } from '../proof/judge-history.js';
import { connected, contractOf, create, needs } from '../proof/sample-runs.js';
import { callerIn, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

const ORIGIN = 'https://crm.example';
const CHANGES = 40;
const MOST_CHANGES = 400;
const LEAST_BEGUN = 60;
const ADMITTERS = 4;

const MICROSECONDS = (row: string): string => `(extract(epoch from pg_xact_commit_timestamp(${row}.xmin)) * 1000000)::bigint`;

/** Writes every change of a connection down, in rows that nobody updates. */
const LOG = `
  create table connection_log (version bigint);
  create function log_connection() returns trigger language plpgsql as $$ begin insert into connection_log values (new.version); return new; end $$;
  create trigger connections_logged after insert or update on connections for each row execute function log_connection();`;

interface History {
  readonly admitted: Admitted[];
  readonly changes: Change[];
  readonly moved: number;
}

const begun = async (world: StartedOrchestrator): Promise<number> =>
  (await world.database.query(`select 1 from run_events where type = 'running'`)).length;

async function history(world: StartedOrchestrator, ann: Caller): Promise<History> {
  // Nothing is sent: what is looked at is only when each run was let in and begun.
  const contract: Contract = { ...contractOf(ORIGIN, needs('crm')), executor: { kind: 'builtin', read: 'credit_balance' } };
  let version = await connected(world, ann, 'crm', ORIGIN);
  let changing = true;
  let moved = 0;
  const admitting = async (): Promise<void> => {
    while (changing) if ((await create(world, ann, { contract, connection: version })).outcome === 'moved') moved += 1;
  };
  const admitters = Array.from({ length: ADMITTERS }, admitting);
  // On a slow machine the changes go on until enough was let in between them.
  for (let n = 0; n < CHANGES || (n < MOST_CHANGES && (await begun(world)) < LEAST_BEGUN); n += 1) {
    version = await connected(world, ann, 'crm', ORIGIN);
    await sleep(20);
  }
  changing = false;
  await Promise.all(admitters);
  await eventually(
    async () => expect(await world.database.query(`select 1 from runs where state in ('queued', 'running') limit 1`)).toEqual([]),
    {
      within_ms: 20_000,
    },
  );
  return {
    admitted: await world.database.query<Admitted & Record<string, unknown>>(
      `select e.run_id as run, e.state as step, r.v_connection::bigint as version, ${MICROSECONDS('e')} as at
         from run_events e join runs r using (run_id) where e.type in ('queued', 'running')`,
    ),
    changes: await world.database.query<Change & Record<string, unknown>>(
      `select version, ${MICROSECONDS('l')} as at from connection_log l`,
    ),
    moved,
  };
}

/** Runs the history with the functions of create and claim changed so, and judges it. */
async function judged(mutate: (sql: string) => string): Promise<History & { readonly broken: Admitted[] }> {
  const world = await startedOrchestrator();
  try {
    await world.database.query(LOG);
    const sql = CREATE_RUN_FUNCTION + CLAIM_RUN_FUNCTION;
    const changed = mutate(sql);
    if (changed !== sql) await world.database.query(changed.replaceAll('create function', 'create or replace function'));
    const past = await history(world, callerIn('ws_fence'));
    return { ...past, broken: judgeHistory(past.admitted, past.changes) };
  } finally {
    await world.stop();
  }
}

/** Replaces a part of the functions, which must be there. */
const without =
  (part: string | RegExp, instead: string, where: 'create_run' | 'claim_run') =>
  (sql: string): string => {
    const at = sql.indexOf(`create function ${where}(`);
    const changed = sql.slice(at).replace(part, instead);
    if (changed === sql.slice(at)) throw new Error(`there is no ${String(part)} in ${where}`);
    return sql.slice(0, at) + changed;
  };

const LOCK = /perform pg_advisory_xact_lock_shared\([^;]*;/;
const [INSERT, UPDATE] = ['insert into runs select', `update runs x set state = 'running'`];
/** Makes what lies between comparison and commit last longer, so that a missing lock is found in a short history. */
const slowly = (sql: string): string =>
  without(
    UPDATE,
    `perform pg_sleep(0.002); ${UPDATE}`,
    'claim_run',
  )(without(INSERT, `perform pg_sleep(0.002); ${INSERT}`, 'create_run')(sql));

const LOCK_AND_READ =
  /perform (pg_advisory_xact_lock_shared\(lock_key\([^;]*\)\));\s*now_connected := connection_now\(r.workspace_id, r.provider_id\);/;
const COMPARED_IN_ONE = `select jsonb_build_object('version', c.version::text, 'state', c.state) into now_connected
  from (select $1) one left join connections c on c.workspace_id = r.workspace_id and c.provider_id = r.provider_id;`;

// Real: PostgreSQL with its own commit times, the service as it runs with its workers; connections are changed through the service.
describe('the fence of a connection', () => {
  jest.setTimeout(60_000);

  it('lets no run in, and begins none, on a version that a change had already replaced', async () => {
    const { admitted, changes, moved, broken } = await judged(slowly);
    const steps = (step: string) => admitted.filter((each) => each.step === step).length;
    expect(changes.length).toBeGreaterThan(CHANGES);
    expect(steps('queued')).toBeGreaterThanOrEqual(LEAST_BEGUN);
    expect(steps('running')).toBeGreaterThanOrEqual(LEAST_BEGUN);
    expect(moved).toBeGreaterThan(5);
    expect(broken).toEqual([]);
  });

  it.each<[string, 'queued' | 'running', (sql: string) => string]>([
    ['create takes no lock', 'queued', without(LOCK, '', 'create_run')],
    ['create locks and reads in one statement', 'queued', without(LOCK_AND_READ, COMPARED_IN_ONE, 'create_run')],
    ['create compares nothing', 'queued', without(`now_connected->>'version' <> r.v_connection`, 'false', 'create_run')],
    ['claim takes no lock', 'running', without(LOCK, '', 'claim_run')],
    ['claim compares nothing', 'running', without(`now_connected->>'version' <> r.v_connection`, 'false', 'claim_run')],
  ])('is seen to be broken where %s', async (_name, step, mutate) => {
    const { broken } = await judged((sql) => slowly(mutate(sql)));
    expect(broken.filter((each) => each.step === step).length).toBeGreaterThan(0);
  });
});
