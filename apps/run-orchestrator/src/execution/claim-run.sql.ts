/**
 * Claims one queued run, unless somebody else is at it: compares its connection again under the shared lock (a statement of its own, as in
 * create-run.sql.ts), looks for what was taken back, and moves it to running with its event and its fact, before anything goes out.
 */
export const CLAIM_RUN_FUNCTION = `
  create function claim_run(id text, seen_sequence integer, at timestamptz, lease interval, most_claims integer, fact jsonb) returns json language plpgsql volatile as $$
  declare
    r runs; now_connected jsonb; why text;
  begin
    select * into r from runs x where x.run_id = id and x.state = 'queued' and x.sequence = seen_sequence for update skip locked;
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
    if why is not null then return json_build_object('refused', why); end if;
    update runs x set state = 'running', started_at = coalesce(x.started_at, at), fence = x.fence + 1, lease_until = at + lease, sequence = x.sequence + 1
      where x.run_id = r.run_id returning * into r;
    insert into run_events (run_id, sequence, type, state, at) values (r.run_id, r.sequence, 'running', 'running', at);
    insert into outbox (event_id, topic, key, event) values (fact->>'id', 'runs', r.run_id, fact);
    return json_build_object('run', to_json(r));
  end $$;
`;
