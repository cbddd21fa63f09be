// What is added to the running databases so that PostgreSQL itself testifies: a row in the same transaction as every change and every
// redeem, whose commit time is the change's and the redeem's. Nothing of the product is changed by it but its speed.
export const INSTRUMENTS = {
  turnpike_registry: `
    create table proof_changes (n bigserial primary key, part text not null, key text not null, value text not null, digest text);
    create function proof_capability() returns trigger language plpgsql as $$ begin
      insert into proof_changes (part, key, value, digest) values ('contract', new.owner_workspace_id || '/' || new.capability_id, coalesce(new.head::text, 'withdrawn'),
        (select digest from contract_versions v where v.owner_workspace_id = new.owner_workspace_id and v.capability_id = new.capability_id and v.contract_version = new.head));
      return null; end $$;
    create trigger proof_capability after insert or update on capabilities for each row execute function proof_capability();
    create function proof_pack() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' or old.gate is distinct from new.gate then
        insert into proof_changes (part, key, value) values ('pack', new.owner_workspace_id || '/' || new.pack_id, new.gate::text);
      end if; return null; end $$;
    create trigger proof_pack after insert or update on packs for each row execute function proof_pack();
    create function proof_install() returns trigger language plpgsql as $$ begin
      insert into proof_changes (part, key, value) values ('install', new.workspace_id || '/' || new.pack_id, new.version::text); return null; end $$;
    create trigger proof_install after insert or update on installs for each row execute function proof_install();

    create table proof_redeems (n bigserial primary key, capability text not null, answer jsonb not null);
    alter function redeem(text, text, bytea, text, text[], timestamptz, interval, boolean) rename to redeem_inside;
    create function redeem(ws text, principal text, token bytea, capability text, held text[], at timestamptz, life interval, live boolean)
    returns jsonb language plpgsql volatile as $$
    declare a jsonb; begin
      a := redeem_inside(ws, principal, token, capability, held, at, life, live);
      if live and a->>'outcome' = 'redeemed' then
        insert into proof_redeems (capability, answer) values (capability, a);
        -- Stretches the time between the check and the commit, so that a race has room.
        perform pg_sleep(random() * 0.012);
      end if;
      return a;
    end $$;`,
  turnpike_orchestrator: `
    create table proof_changes (n bigserial primary key, part text not null, key text not null, value text not null, digest text);
    create function proof_connection() returns trigger language plpgsql as $$ begin
      insert into proof_changes (part, key, value) values ('connection', new.workspace_id || '/' || new.provider_id, new.version::text); return null; end $$;
    create trigger proof_connection after insert or update on connections for each row execute function proof_connection();
    create function proof_stretch() returns trigger language plpgsql as $$ begin perform pg_sleep(random() * 0.002); return null; end $$;
    create trigger proof_stretch after insert on run_events for each row when (new.state in ('queued', 'running')) execute function proof_stretch();`,
  turnpike_billing: `
    create table proof_changes (n bigserial primary key, part text not null, key text not null, value text not null, digest text);
    create function proof_price() returns trigger language plpgsql as $$ begin
      insert into proof_changes (part, key, value) values ('price', new.owner_workspace_id || '/' || new.capability_id, new.version::text); return null; end $$;
    create trigger proof_price after insert on price_versions for each row execute function proof_price();`,
};

const definitionOf = async (db, name) => {
  const { rows } = await db.query(`select pg_get_functiondef(oid) as text from pg_proc where proname = $1`, [name]);
  if (rows.length !== 1) throw new Error(`there is no one function ${name}`);
  return rows[0].text;
};

const LOCKS = /perform pg_advisory_xact_lock_shared\(([^;]*)\);/g;

/** Each takes the text of a function out of the running database and puts a broken one in its place. */
export const MUTANTS = [
  {
    name: 'redeem without its locks',
    caughtBy: ['contract', 'pack', 'install'],
    edits: [['turnpike_registry', 'redeem_inside', (text) => text.replace(LOCKS, '')]],
  },
  {
    name: 'redeem that locks and reads in one statement',
    caughtBy: ['contract', 'pack', 'install'],
    edits: [
      [
        'turnpike_registry',
        'redeem_inside',
        (text) => {
          const keys = [...text.matchAll(LOCKS)].map(([, key]) => `pg_advisory_xact_lock_shared(${key})`);
          const read = /v := (current_vector\([^;]*\));/.exec(text);
          return text
            .replace(LOCKS, '')
            .replace(/if live then\s*end if;/, '')
            .replace(
              read[0],
              `select (x.v).* into v from (select ${keys.map((key, at) => `${key}::text as l${at}`).join(', ')} offset 0) l, lateral (select ${read[1]} as v where l.l0 is not null) x;`,
            );
        },
      ],
    ],
  },
  ...['contract', 'pack', 'install'].map((part) => ({
    name: `${part} not compared at redeem`,
    caughtBy: [part],
    edits: [['turnpike_registry', 'moved_parts', (text) => text.replace(new RegExp(`\\(\\d, '${part}'[^\\n]*\\n`), '')]],
  })),
  {
    name: 'connection not compared at create nor at claim',
    relayStopped: true,
    caughtBy: ['connection'],
    edits: ['create_run', 'claim_run'].map((name) => [
      'turnpike_orchestrator',
      name,
      (text) => text.replaceAll("now_connected->>'version' <> r.v_connection", 'false'),
    ]),
  },
  {
    name: 'connection compared at create and claim without a lock',
    relayStopped: true,
    caughtBy: ['connection'],
    edits: ['create_run', 'claim_run'].map((name) => [
      'turnpike_orchestrator',
      name,
      (text) => text.replace(/perform pg_advisory_xact_lock_shared\(lock_key\('connection:'[^;]*;/, ''),
    ]),
  },
  {
    name: 'price read as it was a second ago',
    relayStopped: true,
    caughtBy: ['price'],
    edits: [
      [
        'turnpike_billing',
        'read_price',
        (text) => text.replace('order by p.version desc', "and p.set_at < clock_timestamp() - interval '1 second' order by p.version desc"),
      ],
    ],
  },
  {
    name: 'permission not asked of its owner',
    relayStopped: true,
    caughtBy: ['permission'],
    edits: [
      ['turnpike_rbac', 'authorize_principal', (text) => text.replace(/exists \(\s*select 1 from memberships m[\s\S]*?\n\s*\)/, 'true')],
    ],
  },
];

export async function breakIn(databases, { name, edits }) {
  const originals = [];
  for (const [database, fn, edit] of edits) {
    const text = await definitionOf(databases[database], fn);
    const broken = edit(text);
    if (broken === text) throw new Error(`the mutant “${name}” changes nothing in ${fn}: its text has moved`);
    await databases[database].query(broken);
    originals.push([database, text]);
  }
  return async () => {
    for (const [database, text] of originals) await databases[database].query(text);
  };
}
