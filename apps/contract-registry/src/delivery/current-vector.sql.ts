/**
 * The six parts of one capability's vector as they stand. STABLE, so it reads with the snapshot of the statement that calls it: a caller
 * that has taken locks calls it in a statement of its own afterwards.
 */
export const CURRENT_VECTOR_FUNCTION = `
  create type vector_parts as (contract text, pack text, install text, connection text, price text, permission text);
  create function current_vector(ws text, owner text, pack text, capability text, provider text, cost_class text, permission text, held text[])
  returns vector_parts language sql stable as $$
    select
      coalesce((select c.head::text from capabilities c where c.owner_workspace_id = owner and c.capability_id = capability), 'withdrawn'),
      coalesce((select p.gate::text from packs p where p.owner_workspace_id = owner and p.pack_id = pack), 'none'),
      coalesce((select i.version::text from installs i where i.workspace_id = ws and i.pack_id = pack and i.owner_workspace_id = owner), 'none'),
      case when provider is null then 'none'
           else coalesce((select s.version::text from seen_connections s where s.workspace_id = ws and s.provider_id = provider), '0') end,
      case when cost_class = 'free' then 'none'
           else coalesce((select s.version::text from seen_prices s where s.owner_workspace_id = owner and s.capability_id = capability), '0') end,
      case when permission = any (held) then 'held' else 'missing' end
  $$;
`;
