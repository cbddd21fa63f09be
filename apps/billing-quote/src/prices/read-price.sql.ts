/**
 * The current price under the price's shared lock: the lock is a statement of its own, before the read, in a VOLATILE function, so that
 * under READ COMMITTED the read sees everything that a writer committed before it let go of the exclusive lock.
 */
export const READ_PRICE_FUNCTION = `
  create function read_price(owner text, capability text) returns table (version bigint, per_call_milli bigint)
  language plpgsql volatile as $$
  begin
    perform pg_advisory_xact_lock_shared(lock_key('price:' || owner || '/' || capability));
    return query select p.version, p.per_call_milli from price_versions p
      where p.owner_workspace_id = owner and p.capability_id = capability order by p.version desc limit 1;
  end $$;
`;
