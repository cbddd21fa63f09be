import { messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, type Migration } from '@turnpike/platform-persistence';
import { READ_PRICE_FUNCTION } from './prices/read-price.sql.js';

export const migrations: readonly Migration[] = [
  baseMigration,
  ...messagingMigrations,
  {
    id: '0001-prices',
    sql: `
      create table price_versions (
        owner_workspace_id text not null,
        capability_id text not null,
        version bigint not null,
        per_call_milli bigint not null check (per_call_milli > 0),
        set_at timestamptz not null default now(),
        set_by text not null,
        primary key (owner_workspace_id, capability_id, version)
      );
      -- A price is a fact of the past once it was told.
      create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'price versions are immutable'; end $$;
      create trigger price_versions_immutable before update or delete on price_versions for each row execute function refuse_change();
      create table accounts (
        workspace_id text primary key,
        balance_milli bigint not null default 0,
        held_milli bigint not null default 0 check (held_milli >= 0),
        version bigint not null
      );
      ${READ_PRICE_FUNCTION}
    `,
  },
];
