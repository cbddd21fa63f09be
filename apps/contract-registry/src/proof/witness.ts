import type { Database } from '@turnpike/platform-persistence';
import type { History, Redeem } from './judge-fence.js';

/**
 * Lets the database testify: a row in the same transaction as every change and every redeem, whose commit time is theirs. The pauses
 * before a commit give races room; nothing else of the product is changed.
 */
const WITNESS = `
  create table proof_changes (n bigserial primary key, part text not null, key text not null, value text not null);
  create table proof_acknowledged (part text not null, key text not null, value text not null, at timestamptz not null default clock_timestamp());
  create function proof_capability() returns trigger language plpgsql as $$ begin
    insert into proof_changes (part, key, value) values ('contract', new.owner_workspace_id || '/' || new.capability_id, coalesce(new.head::text, 'withdrawn'));
    perform pg_sleep(0.003); return null; end $$;
  create trigger proof_capability after insert or update on capabilities for each row execute function proof_capability();
  create function proof_pack() returns trigger language plpgsql as $$ begin
    insert into proof_changes (part, key, value) values ('pack', new.owner_workspace_id || '/' || new.pack_id, new.gate::text);
    perform pg_sleep(0.003); return null; end $$;
  create trigger proof_pack after insert or update of gate on packs for each row execute function proof_pack();
  create function proof_install() returns trigger language plpgsql as $$ begin
    insert into proof_changes (part, key, value) values ('install', new.workspace_id || '/' || new.pack_id, new.version::text);
    perform pg_sleep(0.003); return null; end $$;
  create trigger proof_install after insert or update on installs for each row execute function proof_install();

  create table proof_redeems (
    n bigserial primary key, turn text not null, workspace text not null, capability text not null, outcome text not null,
    began timestamptz not null default statement_timestamp(), held text[] not null, owner text, pack text, provider text, permission text,
    vector jsonb, others jsonb not null);
  alter function redeem(text, text, bytea, text, text[], timestamptz, interval, boolean) rename to redeem_inside;
  create function redeem(ws text, principal text, token bytea, capability text, held text[], at timestamptz, life interval, live boolean)
  returns jsonb language plpgsql volatile as $$
  declare a jsonb; begin
    a := redeem_inside(ws, principal, token, capability, held, at, life, live);
    insert into proof_redeems (turn, workspace, capability, outcome, held, owner, pack, provider, permission, vector, others)
      select t.turn_id, ws, capability, a->>'outcome', held, d.owner_workspace_id, d.pack_id, d.provider_id, d.permission, a->'vector',
             coalesce((select jsonb_agg(jsonb_build_object('key', o.owner_workspace_id || '/' || o.capability_id, 'contract', o.v_contract))
                       from turn_deliveries o where o.turn_id = t.turn_id and o.capability_id <> capability), '[]')
      from turns t join turn_deliveries d on d.turn_id = t.turn_id and d.capability_id = capability where t.token_hash = token;
    perform pg_sleep(random() * 0.004);
    return a;
  end $$;`;

const MICROSECONDS = (time: string) => `(extract(epoch from ${time}) * 1000000)::float8`;

export const bringWitness = (database: Database) => database.query(WITNESS);

/** Says, after a writer has answered, that it has: what begins from now on has to know. */
export const acknowledge = (database: Database, part: string, key: string, value: string) =>
  database.query('insert into proof_acknowledged (part, key, value) values ($1, $2, $3)', [part, key, value]);

export async function testimony(database: Database, sinceRedeem: number): Promise<History> {
  const [changes, acknowledged, redeems] = await Promise.all([
    database.query<History['changes'][number]>(
      `select part, key, value, ${MICROSECONDS('pg_xact_commit_timestamp(xmin)')} as at from proof_changes`,
    ),
    database.query<History['changes'][number]>(`select part, key, value, ${MICROSECONDS('at')} as at from proof_acknowledged`),
    database.query<Redeem & Record<string, unknown>>(
      `select turn, workspace, capability, outcome, held, owner, pack, provider, permission, vector, others, ${MICROSECONDS('began')} as began,
              ${MICROSECONDS('pg_xact_commit_timestamp(xmin)')} as at from proof_redeems where n > $1 order by n`,
      [sinceRedeem],
    ),
  ]);
  return { changes, acknowledged, redeems };
}

export async function redeemsSoFar(database: Database): Promise<number> {
  const [row] = await database.query<{ n: number }>('select coalesce(max(n), 0) as n from proof_redeems');
  return row?.n ?? 0;
}

/** Puts another text in the place of a function of the fence; answers how to mend it. */
export async function breakFunction(database: Database, name: string, edit: (text: string) => string): Promise<() => Promise<unknown>> {
  const rows = await database.query<{ text: string }>('select pg_get_functiondef(oid) as text from pg_proc where proname = $1', [name]);
  const text = rows[0]?.text ?? '';
  const broken = edit(text);
  if (rows.length !== 1 || broken === text) throw new Error(`nothing was broken in ${name}: its text has moved`);
  await database.query(broken);
  return () => database.query(text);
}
