import type { Migration } from '@turnpike/platform-persistence';

/** Packs, capabilities, contract versions, installs. */
export const packMigrations: readonly Migration[] = [
  {
    id: '0001-packs',
    sql: `
      create table packs (
        owner_workspace_id text not null,
        pack_id text not null,
        title text not null,
        description text not null,
        state text not null default 'live' check (state in ('draft', 'live', 'deprecated', 'withdrawn')),
        successor text,
        shared_all boolean not null default false,
        shared_with text[] not null default '{}',
        -- The pack part of vectors: moves with state and sharing, never with another capability.
        gate bigint not null,
        version bigint not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (owner_workspace_id, pack_id)
      );
      create table capabilities (
        owner_workspace_id text not null,
        capability_id text not null,
        pack_id text not null,
        -- The version that stands; null when the capability left the catalog.
        head integer,
        version bigint not null,
        source_operation text,
        primary key (owner_workspace_id, capability_id),
        foreign key (owner_workspace_id, pack_id) references packs
      );
      create index capabilities_of_pack on capabilities (owner_workspace_id, pack_id);
      create table contract_versions (
        owner_workspace_id text not null,
        capability_id text not null,
        contract_version integer not null check (contract_version > 0),
        digest text not null,
        -- Text as it was published (json, not jsonb), so that fields keep their order.
        body json not null,
        -- Copies out of the body, so that deciding needs no large rows.
        permission text not null,
        scopes text[] not null,
        provider_id text,
        cost_class text not null,
        origin text,
        published_at timestamptz not null default now(),
        published_by text not null,
        withdrawn_at timestamptz,
        primary key (owner_workspace_id, capability_id, contract_version)
      );
      create index contract_versions_digest on contract_versions (digest);
      create function refuse_contract_change() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at') then
          raise exception 'contract versions are immutable';
        end if;
        return new;
      end $$;
      create trigger contract_versions_immutable before update on contract_versions for each row execute function refuse_contract_change();
      create table installs (
        workspace_id text not null,
        pack_id text not null,
        owner_workspace_id text not null,
        enabled boolean not null,
        settings jsonb not null default '{}',
        version bigint not null,
        updated_at timestamptz not null default now(),
        primary key (workspace_id, pack_id)
      );
      create index installs_of_pack on installs (owner_workspace_id, pack_id) where enabled;

      -- The active catalog: heads of packs that are enabled in a workspace and that it may use.
      create view active_capabilities as
        select i.workspace_id, c.capability_id, c.pack_id, c.owner_workspace_id, c.head, v.digest, v.permission, v.scopes, v.provider_id, v.cost_class, v.origin,
               p.gate, p.state as pack_state, p.successor, p.title as pack_title, p.description as pack_description, i.version as install_version
        from installs i
        join packs p on p.owner_workspace_id = i.owner_workspace_id and p.pack_id = i.pack_id
        join capabilities c on c.owner_workspace_id = p.owner_workspace_id and c.pack_id = p.pack_id and c.head is not null
        join contract_versions v on v.owner_workspace_id = c.owner_workspace_id and v.capability_id = c.capability_id and v.contract_version = c.head
        where i.enabled and p.state <> 'withdrawn'
          and (p.owner_workspace_id = i.workspace_id or (p.state <> 'draft' and (p.shared_all or i.workspace_id = any (p.shared_with))));
    `,
  },
  { id: '0006-pack-contact', sql: 'alter table packs add column contact text' },
];
