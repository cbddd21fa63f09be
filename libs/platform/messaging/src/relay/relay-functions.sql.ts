/**
 * What the relay asks of its database. Unsent rows are selected, never "all above the last": a row that commits late has a
 * lower number than rows already sent, and a cursor would lose it.
 */
export const RELAY_FUNCTIONS = `
alter table outbox add column if not exists claimed_until timestamptz;
drop index if exists outbox_unsent;
create index outbox_unsent_by_key on outbox (topic, key, position) where sent_at is null;

-- Marks what was sent and claims the first rows of free keys in one trip. A key is free when its oldest unsent row is not
-- claimed: so only one relay works on a key, and its order is kept. The walk goes from key to key by the index, at most 10,000
-- of them, starting after the key given, so that a long queue of one key hides no other.
-- Losing this commit only sends again, so it does not wait for the disk.
create function relay_step(sent bigint[], max_keys int, max_rows int, lease interval, after_topic text, after_key text)
returns table (row_position bigint, row_topic text, row_key text, row_event jsonb)
language plpgsql volatile as $$
declare
  taken bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  if cardinality(sent) > 0 then
    update outbox o set sent_at = clock_timestamp(), claimed_until = null where o.position = any(sent);
  end if;
  if max_keys <= 0 then return; end if;
  select array_agg(locked.position) into taken from (
    select o.position from outbox o
    where o.sent_at is null and (o.claimed_until is null or o.claimed_until < clock_timestamp())
      and o.position in (
        with recursive heads as (
          (select h.topic, h.key, h.position, h.claimed_until, 1 as nth from outbox h
            where h.sent_at is null and (h.topic, h.key) > (after_topic, after_key)
            order by h.topic, h.key, h.position limit 1)
          union all
          select n.topic, n.key, n.position, n.claimed_until, heads.nth + 1 from heads cross join lateral (
            select h.topic, h.key, h.position, h.claimed_until from outbox h
            where h.sent_at is null and (h.topic, h.key) > (heads.topic, heads.key)
            order by h.topic, h.key, h.position limit 1) n
          where heads.nth < 10000
        )
        select heads.position from heads
        where heads.claimed_until is null or heads.claimed_until < clock_timestamp()
        limit max_keys
      )
    for update skip locked
  ) locked;
  if taken is null then return; end if;
  return query
    update outbox o set claimed_until = clock_timestamp() + lease
    from (
      select due.position, head.topic, head.key
      from unnest(taken) as heads(position) join outbox head on head.position = heads.position
      cross join lateral (
        select r.position from outbox r
        where r.topic = head.topic and r.key = head.key and r.sent_at is null
        order by r.topic, r.key, r.position limit max_rows) due
    ) due
    where o.position = due.position and (o.claimed_until is null or o.claimed_until < clock_timestamp())
      -- Not past rows that another relay holds: they were there before a head that committed late.
      and not exists (
        select 1 from outbox held
        where held.topic = due.topic and held.key = due.key and held.sent_at is null
          and held.position < o.position and held.claimed_until >= clock_timestamp())
    returning o.position, o.topic, o.key, o.event;
end $$;
`;
