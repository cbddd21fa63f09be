/**
 * Takes an admission to a run. The idempotency key first, so that equal calls wait for one another; then the connection's shared lock as
 * a statement of its own, and only then the comparison, so that a writer's commit before it is seen and one after it waits.
 */
export const CREATE_RUN_FUNCTION = `
  create function connection_now(ws text, provider text) returns jsonb language sql stable as $$
    select coalesce((select jsonb_build_object('version', c.version::text, 'state', c.state) from connections c where c.workspace_id = ws and c.provider_id = provider),
                    jsonb_build_object('version', '0', 'state', 'missing'))
  $$;

  create function create_run(r runs) returns jsonb language plpgsql volatile as $$
  declare
    known record; now_connected jsonb;
  begin
    if r.idempotency_key is not null then
      perform pg_advisory_xact_lock(lock_key('run-key:' || r.workspace_id || '/' || r.principal_id || '/' || r.idempotency_key));
      select k.fingerprint, k.run_id into known from run_keys k where k.workspace_id = r.workspace_id and k.principal_id = r.principal_id and k.key = r.idempotency_key;
      if found then
        if known.fingerprint = r.fingerprint then return jsonb_build_object('outcome', 'joined', 'run_id', known.run_id); end if;
        return jsonb_build_object('outcome', 'conflict');
      end if;
    end if;
    select run_id, fingerprint into known from runs x where x.admission_id = r.admission_id;
    if found then
      if known.fingerprint = r.fingerprint and r.idempotency_key is not distinct from (select x.idempotency_key from runs x where x.run_id = known.run_id) then
        return jsonb_build_object('outcome', 'joined', 'run_id', known.run_id);
      end if;
      return jsonb_build_object('outcome', 'taken');
    end if;
    if exists (select 1 from revoked_credentials c where c.credential_id = r.credential_id) then return jsonb_build_object('outcome', 'revoked'); end if;
    if exists (select 1 from withdrawn_versions w where w.owner_workspace_id = r.owner_workspace_id and w.capability_id = r.capability_id and w.contract_version = r.contract_version) then
      return jsonb_build_object('outcome', 'withdrawn');
    end if;
    if r.provider_id is not null then
      perform pg_advisory_xact_lock_shared(lock_key('connection:' || r.workspace_id || '/' || r.provider_id));
      now_connected := connection_now(r.workspace_id, r.provider_id);
      if now_connected->>'version' <> r.v_connection then return jsonb_build_object('outcome', 'moved', 'now', now_connected); end if;
    end if;
    insert into runs select (r).*;
    insert into run_events (run_id, sequence, type, state, at) values (r.run_id, 1, 'queued', 'queued', r.created_at);
    if r.idempotency_key is not null then
      insert into run_keys (workspace_id, principal_id, key, fingerprint, run_id) values (r.workspace_id, r.principal_id, r.idempotency_key, r.fingerprint, r.run_id);
    end if;
    return jsonb_build_object('outcome', 'created');
  end $$;
`;
