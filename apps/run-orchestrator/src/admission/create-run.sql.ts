/**
 * Takes an admission to a run. The idempotency key first, so that equal calls wait for one another; then the connection's shared lock as
 * a statement of its own, and only then the comparison, so that a writer's commit before it is seen and one after it waits. VOLATILE and
 * plpgsql matter: each statement within sees what was committed before it began. A repeat of an admitted call is the same run, whatever
 * moved since, so what is there already comes before every comparison.
 */
export const CREATE_RUN_FUNCTION = `
  create function connection_now(ws text, provider text) returns jsonb language sql stable as $$
    select coalesce((select jsonb_build_object('version', c.version::text, 'state', c.state) from connections c where c.workspace_id = ws and c.provider_id = provider),
                    jsonb_build_object('version', '0', 'state', 'missing'))
  $$;

  -- Why a run of this contract, credential and principal may not begin, whatever admitted it: what was taken back stays taken back.
  create function stopped_by(r runs) returns text language sql stable as $$
    select case
      when exists (select 1 from withdrawn_versions w where w.owner_workspace_id = r.owner_workspace_id and w.capability_id = r.capability_id and w.contract_version = r.contract_version) then 'withdrawn'
      when exists (select 1 from revoked_credentials c where c.credential_id = r.credential_id) then 'revoked'
      when exists (select 1 from seen_principals p where p.workspace_id = r.workspace_id and p.principal_id = r.principal_id and not p.active) then 'revoked'
    end
  $$;

  -- The run that this key or this admission already stands for, or that it stands for another call; null when both are new.
  create function run_of(r runs) returns jsonb language sql stable as $$
    select case
      when k.run_id is not null and k.fingerprint = r.fingerprint then jsonb_build_object('outcome', 'joined', 'run_id', k.run_id)
      when k.run_id is not null then jsonb_build_object('outcome', 'conflict')
      when a.fingerprint = r.fingerprint and a.idempotency_key is not distinct from r.idempotency_key then jsonb_build_object('outcome', 'joined', 'run_id', a.run_id)
      when a.run_id is not null then jsonb_build_object('outcome', 'taken')
    end
    from (select 1) one
    left join run_keys k on k.workspace_id = r.workspace_id and k.principal_id = r.principal_id and k.key = r.idempotency_key
    left join runs a on a.admission_id = r.admission_id
  $$;

  create function create_run(r runs, fact jsonb) returns jsonb language plpgsql volatile as $$
  declare
    known jsonb; stopped text; now_connected jsonb;
  begin
    if r.idempotency_key is not null then
      perform pg_advisory_xact_lock(lock_key('run-key:' || r.workspace_id || '/' || r.principal_id || '/' || r.idempotency_key));
    end if;
    known := run_of(r);
    if known is not null then return known; end if;
    if r.provider_id is not null then
      perform pg_advisory_xact_lock_shared(lock_key('connection:' || r.workspace_id || '/' || r.provider_id));
      now_connected := connection_now(r.workspace_id, r.provider_id);
      if now_connected->>'version' <> r.v_connection then return jsonb_build_object('outcome', 'moved', 'now', now_connected); end if;
      if now_connected->>'state' <> 'connected' then return jsonb_build_object('outcome', 'not_connected', 'now', now_connected); end if;
    end if;
    stopped := stopped_by(r);
    if stopped is not null then return jsonb_build_object('outcome', stopped); end if;
    insert into runs select (r).* on conflict (admission_id) do nothing;
    -- The same admission at the same moment: the other one's commit was waited for.
    if not found then return run_of(r); end if;
    insert into run_events (run_id, sequence, type, state, at) values (r.run_id, 1, 'queued', 'queued', r.created_at);
    if r.idempotency_key is not null then
      insert into run_keys (workspace_id, principal_id, key, fingerprint, run_id) values (r.workspace_id, r.principal_id, r.idempotency_key, r.fingerprint, r.run_id);
    end if;
    insert into outbox (event_id, topic, key, event) values (fact->>'id', 'runs', r.run_id, fact);
    return jsonb_build_object('outcome', 'created');
  end $$;
`;
