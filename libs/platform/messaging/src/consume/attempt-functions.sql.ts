/**
 * What a consumer asks of its database around the transaction of the effect.
 *
 * `message_attempts` has a row for each message whose first attempt has started and that is not dealt with. An attempt that
 * started and did not finish is how a message that kills the process is found.
 */
export const ATTEMPT_FUNCTIONS = `
-- waiting: untried, behind a parked message of its key.
alter table dead_letters add column waiting boolean not null default false;
create index dead_letters_open on dead_letters (consumer, topic, key, id) where replayed_at is null;

create table message_attempts (
  consumer text not null,
  event_id text not null,
  started int not null,
  finished int not null default 0,
  cause text not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (consumer, event_id)
);

-- What to do with a message: seen (dealt with before), blocked (behind a parked one of its key), suspect (an attempt at it
-- never finished: call again when it can be tried alone), exhausted (no attempt left), or go (an attempt has been counted).
-- A process that dies does not lose this commit, so it does not wait for the disk.
create function begin_attempt(
  p_consumer text, p_event_id text, p_topic text, p_key text, p_commutative boolean, p_alone boolean, p_max int,
  out verdict text, out started int, out finished int, out cause text)
language plpgsql volatile as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (select from inbox i where i.consumer = p_consumer and i.event_id = p_event_id)
    or exists (select from dead_letters d where d.consumer = p_consumer and d.event_id = p_event_id) then
    verdict := 'seen';
    return;
  end if;
  if not p_commutative
    and exists (select from dead_letters d where d.consumer = p_consumer and d.topic = p_topic and d.key = p_key and d.replayed_at is null) then
    verdict := 'blocked';
    return;
  end if;
  select a.started, a.finished, a.cause into started, finished, cause
    from message_attempts a where a.consumer = p_consumer and a.event_id = p_event_id;
  if started >= p_max then
    verdict := 'exhausted';
  elsif started > finished and not p_alone then
    verdict := 'suspect';
  else
    insert into message_attempts as a (consumer, event_id, started) values (p_consumer, p_event_id, 1)
      on conflict (consumer, event_id) do update set started = a.started + 1, at = clock_timestamp()
      returning a.started, a.finished, a.cause into started, finished, cause;
    verdict := 'go';
  end if;
end $$;

-- Keeps a message behind the parked ones of its key; false when there are none any more. The lock is the one that a replay
-- holds: without it a message could be left waiting behind a letter that has just been replayed.
create function wait_behind(p_consumer text, p_event_id text, p_topic text, p_key text, p_event jsonb) returns boolean
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(lock_key('dead-letters:' || p_consumer || ':' || p_topic || ':' || p_key));
  if not exists (select from dead_letters d
      where d.consumer = p_consumer and d.topic = p_topic and d.key = p_key and d.replayed_at is null) then
    return false;
  end if;
  insert into dead_letters (consumer, event_id, topic, key, event, cause, attempts, waiting)
    values (p_consumer, p_event_id, p_topic, p_key, p_event, 'waits behind a parked message of its key', 0, true)
    on conflict (consumer, event_id) do nothing;
  return true;
end $$;

create function park_message(
  p_consumer text, p_event_id text, p_topic text, p_key text, p_event jsonb, p_cause text, p_attempts int) returns void
language plpgsql volatile as $$
begin
  insert into dead_letters (consumer, event_id, topic, key, event, cause, attempts)
    values (p_consumer, p_event_id, p_topic, p_key, p_event, p_cause, p_attempts)
    on conflict (consumer, event_id) do nothing;
  delete from message_attempts a where a.consumer = p_consumer and a.event_id = p_event_id;
end $$;
`;
