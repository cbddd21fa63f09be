/**
 * Claims the oldest queued run that nobody else is claiming: compares its connection again under the shared lock, looks for tombstones, and
 * moves it to running in the same transaction, before anything goes out.
 */
export const CLAIM_RUN_FUNCTION = `
  create function claim_run(at timestamptz, lease interval) returns json language plpgsql volatile as $$
  declare
    r runs; now_connected jsonb; why text;
  begin
    select * into r from runs x where x.state = 'queued' order by x.created_at limit 1 for update skip locked;
    if not found then return null; end if;
    if r.provider_id is not null then
      perform pg_advisory_xact_lock_shared(lock_key('connection:' || r.workspace_id || '/' || r.provider_id));
      now_connected := connection_now(r.workspace_id, r.provider_id);
    end if;
    why := case
      when at > r.not_after then 'late'
      when r.provider_id is not null and now_connected->>'version' <> r.v_connection then 'connection'
      when exists (select 1 from withdrawn_versions w where w.owner_workspace_id = r.owner_workspace_id and w.capability_id = r.capability_id and w.contract_version = r.contract_version) then 'withdrawn'
      when exists (select 1 from revoked_credentials c where c.credential_id = r.credential_id) then 'revoked'
    end;
    if why is not null then return json_build_object('run', to_json(r), 'refused', why, 'now', now_connected); end if;
    update runs x set state = 'running', started_at = at, fence = x.fence + 1, lease_until = at + lease, sequence = x.sequence + 1 where x.run_id = r.run_id returning * into r;
    insert into run_events (run_id, sequence, type, state, at) values (r.run_id, r.sequence, 'running', 'running', at);
    return json_build_object('run', to_json(r), 'refused', null);
  end $$;
`;
