/**
 * `relay_step` as it is now: half of the free places go to the keys whose oldest unsent row is the oldest, the other half to the next keys
 * of a walk. By age alone, a long queue of one key that cannot be sent would hide all others; by the walk alone, keys that sort late
 * would wait for as long as newer keys keep coming before them.
 */
export const FAIR_STEP = `
-- Room on each page for the version that a claim makes: then no index is touched.
alter table outbox set (fillfactor = 50);
create index outbox_unsent_by_age on outbox (position) where sent_at is null;
drop function relay_step(bigint[], int, int, interval, text, text);

-- Marks what was sent and claims the first rows of free keys in one trip. A key is free when its oldest unsent row is not
-- claimed: so only one relay works on a key, and its order is kept. By age it looks at the oldest 2,000 unsent rows; the walk goes
-- from key to key by the index, at most 10,000 of them, starting after the key given.
-- Losing this commit only sends again, so it does not wait for the disk.
create function relay_step(sent bigint[], by_age int, by_walk int, max_rows int, lease interval, after_topic text, after_key text)
returns table (row_position bigint, row_topic text, row_key text, row_event jsonb, row_walked boolean)
language plpgsql volatile as $$
declare
  oldest bigint[] := '{}';
  walked bigint[] := '{}';
  taken bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  if cardinality(sent) > 0 then
    update outbox o set sent_at = clock_timestamp(), claimed_until = null where o.position = any(sent);
  end if;
  if by_age > 0 then
    select coalesce(array_agg(free.position), '{}') into oldest from (
      select o.position from (
        select h.position, h.topic, h.key, h.claimed_until from outbox h where h.sent_at is null order by h.position limit 2000) o
      where (o.claimed_until is null or o.claimed_until < clock_timestamp()) and not exists (
        select from outbox before where before.sent_at is null and before.topic = o.topic and before.key = o.key and before.position < o.position)
      order by o.position limit by_age) free;
  end if;
  if by_walk > 0 then
    select coalesce(array_agg(next.position), '{}') into walked from (
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
      where (heads.claimed_until is null or heads.claimed_until < clock_timestamp()) and heads.position <> all(oldest)
      limit by_walk) next;
  end if;
  select array_agg(locked.position) into taken from (
    select o.position from outbox o
    where o.position = any(oldest || walked) and o.sent_at is null and (o.claimed_until is null or o.claimed_until < clock_timestamp())
    for update skip locked
  ) locked;
  if taken is null then return; end if;
  return query
    update outbox o set claimed_until = clock_timestamp() + lease
    from (
      select due.position, head.topic, head.key, head.position = any(walked) as walked
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
    returning o.position, o.topic, o.key, o.event, due.walked;
end $$;
`;
