/**
 * Claims the oldest queued run that nobody else is claiming, of a workspace that has not its full share here: compares its connection
 * again under the shared lock, looks for what was taken back, and moves it to running in the same transaction, before anything goes out.
 */
export const CLAIM_RUN_FUNCTION = `
  create function claim_run(at timestamptz, lease interval, most_claims integer, full_workspaces text[]) returns json language plpgsql volatile as $$
  declare
    r runs; now_connected jsonb; why text;
  begin
    select * into r from runs x where x.state = 'queued' and x.workspace_id <> all(full_workspaces) order by x.created_at limit 1 for update skip locked;
    if not found then return null; end if;
    if r.provider_id is not null then
      perform pg_advisory_xact_lock_shared(lock_key('connection:' || r.workspace_id || '/' || r.provider_id));
      now_connected := connection_now(r.workspace_id, r.provider_id);
    end if;
    why := case
      when r.fence = 0 and at > r.not_after then 'late'
      when r.fence >= most_claims then 'claims'
      when r.provider_id is not null and (now_connected->>'version' <> r.v_connection or now_connected->>'state' <> 'connected') then 'connection'
      else stopped_by(r)
    end;
    if why is not null then return json_build_object('run', to_json(r), 'refused', why); end if;
    update runs x set state = 'running', started_at = coalesce(x.started_at, at), fence = x.fence + 1, lease_until = at + lease, sequence = x.sequence + 1
      where x.run_id = r.run_id returning * into r;
    insert into run_events (run_id, sequence, type, state, at) values (r.run_id, r.sequence, 'running', 'running', at);
    return json_build_object('run', to_json(r), 'refused', null);
  end $$;
`;
