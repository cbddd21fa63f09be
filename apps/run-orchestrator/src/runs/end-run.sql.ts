/**
 * Ends a run as its caller last saw it, with its event and its fact, in one statement; false, and nothing, when it has moved since: each
 * move raises the sequence, and only the holder of the last claim has its fence.
 */
export const END_RUN_FUNCTION = `
  create function end_run(
    id text, seen_sequence integer, seen_fence integer, over text, its_result json, truncated boolean, its_error json, at timestamptz,
    its_answer text, data jsonb, fact jsonb) returns boolean language plpgsql volatile as $$
  begin
    update runs x set state = over, sequence = seen_sequence + 1, result = its_result, result_truncated = truncated, error = its_error,
        ended_at = at, answer = its_answer, lease_until = null
      where x.run_id = id and x.sequence = seen_sequence and x.fence = seen_fence;
    if not found then return false; end if;
    insert into run_events (run_id, sequence, type, state, at, data) values (id, seen_sequence + 1, over, over, at, data);
    insert into outbox (event_id, topic, key, event) values (fact->>'id', 'runs', id, fact);
    return true;
  end $$;
`;
