import { messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, type Migration } from '@turnpike/platform-persistence';

/** What the bus told of the catalog: enough to build the search index anew at any time. */
export const migrations: readonly Migration[] = [
  baseMigration,
  ...messagingMigrations,
  {
    id: '0001-catalog',
    sql: `
      create table known_packs (
        owner_workspace_id text not null, pack_id text not null, title text not null, description text not null, state text not null,
        shared_all boolean not null, shared_with text[] not null, version bigint not null, primary key (owner_workspace_id, pack_id)
      );
      create table known_contracts (
        owner_workspace_id text not null, capability_id text not null, pack_id text not null,
        -- Null: withdrawn. The row stays, so that an older fact that comes late changes nothing.
        contract jsonb, version bigint not null, primary key (owner_workspace_id, capability_id)
      );
      create table known_installs (
        workspace_id text not null, pack_id text not null, owner_workspace_id text not null, enabled boolean not null, version bigint not null,
        primary key (workspace_id, pack_id)
      );
    `,
  },
  {
    id: '0002-learned-goals',
    sql: `
      -- What led to what in one workspace. Never read for another.
      create table learned_goals (
        workspace_id text not null, owner_workspace_id text not null, capability_id text not null, pack_id text not null,
        -- A goal may be longer than an index entry.
        goal_hash bytea not null, goal text not null, reached_at timestamptz not null default now(),
        primary key (workspace_id, owner_workspace_id, capability_id, goal_hash)
      );
      create index learned_goals_by_age on learned_goals (workspace_id, reached_at);
    `,
  },
];
