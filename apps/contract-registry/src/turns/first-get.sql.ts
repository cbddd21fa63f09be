/** The first form of get_capability, as migration 0002 made it; delivery/get.sql.ts has taken its place. */
export const FIRST_GET_FUNCTION = `
  create function get_capability(
    ws text, principal text, credential text, capability text, held text[], token bytea, redeliver boolean,
    new_turn text, new_token bytea, at timestamptz, life interval, longest interval, most integer)
  returns jsonb language plpgsql volatile as $$
  declare
    a record; t turns; v vector_parts; known turn_deliveries; note text; minted boolean := false; already boolean := false; slid timestamptz;
  begin
    select x.*, current_vector(ws, x.owner_workspace_id, x.pack_id, capability, x.provider_id, x.cost_class, x.permission, held) as vector
      into a from active_capabilities x where x.workspace_id = ws and x.capability_id = capability;
    if not found then return jsonb_build_object('outcome', 'not_found'); end if;
    if token is not null then
      select * into t from turns where token_hash = token and workspace_id = ws and principal_id = principal;
      if not found then note := 'unknown';
      elsif t.state = 'retired' then note := 'retired';
      elsif t.state = 'ended' or t.expires_at <= at then note := 'expired';
      end if;
    end if;
    v := a.vector;
    if token is null or note is not null then
      -- A caller with a token comes without a new one: it is made only when it turns out to be needed.
      if new_turn is null then return jsonb_build_object('outcome', 'mint'); end if;
      minted := true;
      insert into turns (turn_id, token_hash, workspace_id, principal_id, credential_id, minted_by, expires_at, longest_until)
        values (new_turn, new_token, ws, principal, credential, 'get', at + life, at + longest) returning * into t;
    else
      select * into known from turn_deliveries d where d.turn_id = t.turn_id and d.capability_id = capability;
      if found then
        already := not redeliver and known.owner_workspace_id = a.owner_workspace_id
          and (known.v_contract, known.v_pack, known.v_install, known.v_connection, known.v_price, known.v_permission)
            = (v.contract, v.pack, v.install, v.connection, v.price, v.permission);
      elsif (select count(*) from turn_deliveries d where d.turn_id = t.turn_id) >= most then
        return jsonb_build_object('outcome', 'full');
      end if;
      slid := least(at + life, t.longest_until);
      -- Sliding by less than a minute is not worth a write.
      if slid > t.expires_at + interval '1 minute' then
        update turns set expires_at = slid where turn_id = t.turn_id;
        t.expires_at := slid;
      end if;
    end if;
    if not already then
      insert into turn_deliveries (turn_id, capability_id, owner_workspace_id, pack_id, contract_version, digest, permission, provider_id, cost_class,
                                   v_contract, v_pack, v_install, v_connection, v_price, v_permission)
        values (t.turn_id, capability, a.owner_workspace_id, a.pack_id, a.head, a.digest, a.permission, a.provider_id, a.cost_class,
                v.contract, v.pack, v.install, v.connection, v.price, v.permission)
      on conflict (turn_id, capability_id) do update set
        owner_workspace_id = excluded.owner_workspace_id, pack_id = excluded.pack_id, contract_version = excluded.contract_version, digest = excluded.digest,
        permission = excluded.permission, provider_id = excluded.provider_id, cost_class = excluded.cost_class, v_contract = excluded.v_contract,
        v_pack = excluded.v_pack, v_install = excluded.v_install, v_connection = excluded.v_connection, v_price = excluded.v_price,
        v_permission = excluded.v_permission, delivered_at = now();
    end if;
    return jsonb_build_object(
      'outcome', 'done', 'turn_id', t.turn_id, 'expires_at', extract(epoch from t.expires_at) * 1000, 'minted', minted, 'note', note, 'already', already,
      'digest', a.digest, 'version', a.head, 'scopes', a.scopes, 'permission', a.permission, 'permission_held', v.permission = 'held',
      'provider_id', a.provider_id, 'cost_class', a.cost_class, 'pack_state', a.pack_state, 'successor', a.successor,
      'connection_state', (select s.state from seen_connections s where s.workspace_id = ws and s.provider_id = a.provider_id),
      'per_call_milli', (select s.per_call_milli from seen_prices s where s.owner_workspace_id = a.owner_workspace_id and s.capability_id = capability));
  end $$;
`;
