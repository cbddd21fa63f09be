import type { Migration } from '@turnpike/platform-persistence';
import { sessionRetentionMigration } from './sessions/session-retention.js';

/** rbac's own tables, applied after the base tables of platform-persistence and of platform-messaging. */
export const migrations: readonly Migration[] = [
  {
    id: '0001-principals',
    sql: `
create table workspaces (
  workspace_id text primary key,
  name text not null,
  version bigint not null,
  created_at timestamptz not null
);

create table users (
  user_id text primary key,
  email text not null unique,
  name text not null,
  password_hash text,
  created_at timestamptz not null
);

-- One principal in one workspace. A removed one stays as a row, so that its last version is never given out again.
create table memberships (
  workspace_id text not null references workspaces,
  principal_id text not null,
  kind text not null check (kind in ('user', 'api_key')),
  name text not null,
  roles text[] not null,
  state text not null check (state in ('invited', 'active', 'removed')),
  version bigint not null,
  joined_at timestamptz not null,
  primary key (workspace_id, principal_id)
);
create index memberships_of_principal on memberships (principal_id, joined_at, workspace_id);

create table api_keys (
  api_key_id text primary key,
  workspace_id text not null references workspaces,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  foreign key (workspace_id, api_key_id) references memberships (workspace_id, principal_id)
);
create index api_keys_of_workspace on api_keys (workspace_id, created_at);`,
  },
  {
    id: '0002-sign-in',
    sql: `
create table sessions (
  session_id text primary key,
  user_id text not null references users,
  hash bytea not null unique,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  version bigint
);
create index sessions_of_user on sessions (user_id, signed_in_at);

-- A code opens the account of its user and accepts one invitation: that of its workspace.
create table sign_in_codes (
  code_id text primary key,
  user_id text not null references users,
  workspace_id text not null references workspaces,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_of_user on sign_in_codes (user_id);

-- Tries by email and by code fall into 2^20 buckets each, so that no flood of made-up names can fill the table.
create table sign_in_attempts (
  bucket text primary key,
  tries int not null,
  window_start timestamptz not null
);

create table first_owner (
  one boolean primary key default true check (one),
  workspace_id text not null references workspaces,
  user_id text not null references users
);`,
  },
  {
    id: '0003-audit',
    sql: `
create table audit_heads (
  workspace_id text primary key,
  sequence int not null,
  digest text not null
);

create table audit_entries (
  workspace_id text not null,
  sequence int not null,
  at text not null,
  principal_id text not null,
  action text not null,
  subject text not null,
  outcome text not null,
  previous_digest text not null,
  digest text not null,
  primary key (workspace_id, sequence)
);

create function audit_entries_stand() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are only ever added';
end $$;
create trigger audit_entries_stand before update or delete on audit_entries for each row execute function audit_entries_stand();`,
  },
  {
    id: '0004-authorize',
    sql: `
-- The lock is a statement of its own before the read, in a VOLATILE function: each statement of such a function takes a new
-- snapshot, so the read sees whatever the writer that held the lock committed. In one statement with the read it would be no fence.
create function authorize_principal(p_workspace text, p_principal text, p_credential text, p_holders text[], p_now timestamptz, p_idle interval)
returns table (credential_live boolean, allowed boolean, version bigint) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(lock_key('principal:' || p_workspace || '/' || p_principal));
  perform pg_advisory_xact_lock_shared(lock_key('credential:' || p_credential));
  return query
    select
      exists (
        select 1 from api_keys k
        where k.api_key_id = p_credential and k.api_key_id = p_principal and k.workspace_id = p_workspace
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now)
      ) or exists (
        select 1 from sessions s
        where s.session_id = p_credential and s.user_id = p_principal
          and s.ended_at is null and s.expires_at > p_now and s.last_seen_at + p_idle > p_now
      ),
      exists (
        select 1 from memberships m
        where m.workspace_id = p_workspace and m.principal_id = p_principal and m.state = 'active' and m.roles && p_holders
      ),
      coalesce((select m.version from memberships m where m.workspace_id = p_workspace and m.principal_id = p_principal), 0);
end $$;`,
  },
  sessionRetentionMigration,
];
