// Reads out of the databases what happened, each thing with the time at which PostgreSQL committed it.
const AT = (table) => `(extract(epoch from pg_xact_commit_timestamp(${table}.xmin)) * 1000000)::bigint::text as at`;

/** A run is created with its first event; one that was given back is queued again, which admits nothing. Changes from the very first (what stands at a moment may be old); redeems and runs from `since` on. */
export async function readHistory(databases, since) {
  const changes = [];
  for (const name of ['turnpike_registry', 'turnpike_orchestrator', 'turnpike_billing']) {
    const { rows } = await databases[name].query(`select part, key, value, digest, ${AT('c')} from proof_changes c`);
    changes.push(...rows);
  }
  const { rows: redeems } = await databases.turnpike_registry.query(
    `select capability, answer->>'turn_id' as turn_id, answer->>'owner_workspace_id' as owner, answer->'version' as version, answer->>'digest' as digest, answer->'vector' as vector, ${AT('r')}
     from proof_redeems r`,
  );
  const { rows: runs } = await databases.turnpike_orchestrator.query(
    `select r.run_id, r.workspace_id, r.principal_id, r.owner_workspace_id, r.capability_id, r.turn_id, r.request_id, r.contract_version, r.digest, r.provider_id, r.v_connection, r.params->>'id' as call,
            (select ${AT('e')} from run_events e where e.run_id = r.run_id and e.sequence = 1) as created_at,
            array(select ${AT('e').replace(' as at', '')} from run_events e where e.run_id = r.run_id and e.state = 'running' order by e.sequence) as running_at
     from runs r where r.created_at >= $1`,
    [since],
  );
  return { changes, redeems, runs };
}

/** Waits, within a bound, until no service has anything left to tell and no run waits; answers what is left. */
export async function settle(databases, ms = 10_000) {
  const names = ['turnpike_rbac', 'turnpike_registry', 'turnpike_orchestrator', 'turnpike_billing'];
  let left = [];
  let open = 0;
  for (const deadline = Date.now() + ms; Date.now() < deadline;) {
    left = await Promise.all(
      names.map(async (name) => (await databases[name].query('select count(*)::int as n from outbox where sent_at is null')).rows[0].n),
    );
    open = (await databases.turnpike_orchestrator.query(`select count(*)::int as n from runs where state = 'queued'`)).rows[0].n;
    if (open === 0 && left.every((n) => n === 0)) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return `${names.map((name, at) => `${name} ${left[at]}`).join(', ')} to tell, ${open} runs queued`;
}
