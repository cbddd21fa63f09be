/**
 * The registry's fence. With \`live\`: shared advisory locks on pack, install and capability, in this order, each a statement of its own,
 * and only then the reads, so that under READ COMMITTED they see whatever a writer committed before it let go of its exclusive lock.
 * Compares the named capability under the locks and the heads of the turn's other deliveries without; any that moved retires the turn.
 */
export const REDEEM_FUNCTION = `
  create function redeem(ws text, principal text, token bytea, capability text, held text[], at timestamptz, life interval, live boolean)
  returns jsonb language plpgsql volatile as $$
  declare
    t turns; d turn_deliveries; v vector_parts; changes jsonb; origin jsonb; slid timestamptz;
  begin
    select * into t from turns where token_hash = token and workspace_id = ws and principal_id = principal;
    if not found then return jsonb_build_object('outcome', 'not_fetched'); end if;
    origin := jsonb_build_object('goal', t.goal, 'queryTerms', to_jsonb(t.query_terms), 'packId', t.pack_scope, 'mintedBy', t.minted_by);
    if t.state = 'retired' then
      if not exists (select 1 from turn_deliveries x where x.turn_id = t.turn_id and x.capability_id = capability) then
        return jsonb_build_object('outcome', 'not_fetched');
      end if;
      return jsonb_build_object('outcome', 'changed', 'changes', t.change, 'origin', origin);
    end if;
    if t.state = 'ended' or t.expires_at <= at then return jsonb_build_object('outcome', 'expired', 'origin', origin); end if;
    select * into d from turn_deliveries x where x.turn_id = t.turn_id and x.capability_id = capability;
    if not found then return jsonb_build_object('outcome', 'not_fetched'); end if;
    if live then
      perform pg_advisory_xact_lock_shared(lock_key('pack:' || d.owner_workspace_id || '/' || d.pack_id));
      perform pg_advisory_xact_lock_shared(lock_key('install:' || ws || '/' || d.pack_id));
      perform pg_advisory_xact_lock_shared(lock_key('capability:' || d.owner_workspace_id || '/' || capability));
    end if;
    v := current_vector(ws, d.owner_workspace_id, d.pack_id, capability, d.provider_id, d.cost_class, d.permission, held);
    changes := moved_parts(ws, d, v);
    if changes = '[]' then
      select coalesce(jsonb_agg(m), '[]') into changes from turn_deliveries x,
        lateral jsonb_array_elements(moved_parts(ws, x, current_vector(ws, x.owner_workspace_id, x.pack_id, x.capability_id, x.provider_id, x.cost_class, x.permission, held))) m
        where x.turn_id = t.turn_id and x.capability_id <> capability;
    end if;
    if changes <> '[]' then
      update turns set state = 'retired', change = changes where turn_id = t.turn_id and state = 'open';
      return jsonb_build_object('outcome', 'changed', 'changes', changes, 'origin', origin);
    end if;
    slid := least(at + life, t.longest_until);
    if slid > t.expires_at + interval '1 minute' then
      update turns set expires_at = slid where turn_id = t.turn_id;
      t.expires_at := slid;
    end if;
    return jsonb_build_object(
      'outcome', 'redeemed', 'turn_id', t.turn_id, 'expires_at', extract(epoch from t.expires_at) * 1000, 'version', d.contract_version, 'digest', d.digest,
      'owner_workspace_id', d.owner_workspace_id, 'permission', d.permission, 'provider_id', d.provider_id, 'cost_class', d.cost_class,
      'vector', jsonb_build_object('contract', d.v_contract, 'pack', d.v_pack, 'install', d.v_install, 'connection', d.v_connection, 'price', d.v_price, 'permission', d.v_permission),
      'connection_state', (select s.state from seen_connections s where s.workspace_id = ws and s.provider_id = d.provider_id),
      'priced', exists (select 1 from seen_prices s where s.owner_workspace_id = d.owner_workspace_id and s.capability_id = capability));
  end $$;

  -- What moved between what was delivered and what stands, as a list of {part, key, from, to}.
  create function moved_parts(ws text, d turn_deliveries, v vector_parts) returns jsonb language sql immutable as $$
    select coalesce(jsonb_agg(jsonb_build_object('part', part, 'key', key, 'from', was, 'to', now) order by place), '[]')
    from (values
      (1, 'contract', d.owner_workspace_id || '/' || d.capability_id, d.v_contract, v.contract),
      (2, 'pack', d.owner_workspace_id || '/' || d.pack_id, d.v_pack, v.pack),
      (3, 'install', ws || '/' || d.pack_id, d.v_install, v.install),
      (4, 'connection', ws || '/' || coalesce(d.provider_id, ''), d.v_connection, v.connection),
      (5, 'price', d.owner_workspace_id || '/' || d.capability_id, d.v_price, v.price),
      (6, 'permission', d.permission, d.v_permission, v.permission)
    ) as parts (place, part, key, was, now)
    where was is distinct from now
  $$;
`;
