import type { Migration } from '@turnpike/platform-persistence';
import { GET_FUNCTION } from '../delivery/get.sql.js';
import { CURRENT_VECTOR_FUNCTION } from '../delivery/current-vector.sql.js';
import { REDEEM_FUNCTION } from '../redeem/redeem.sql.js';
import { FIRST_GET_FUNCTION } from './first-get.sql.js';

/** Turns, what they delivered, and what other owners told; with the functions of the hot paths. */
export const turnMigrations: readonly Migration[] = [
  {
    id: '0002-turns',
    sql: `
      create table turns (
        turn_id text primary key,
        -- SHA-256; the token itself is never stored.
        token_hash bytea not null unique,
        workspace_id text not null,
        principal_id text not null,
        credential_id text not null,
        goal text,
        query_terms text[],
        pack_scope text,
        minted_by text not null check (minted_by in ('search', 'get')),
        minted_at timestamptz not null default now(),
        expires_at timestamptz not null,
        longest_until timestamptz not null,
        state text not null default 'open' check (state in ('open', 'retired', 'ended')),
        -- What retired it: a list of {part, key, from, to}.
        change jsonb
      );
      create index turns_of_principal on turns (workspace_id, principal_id, minted_at desc);
      create index turns_of_workspace on turns (workspace_id, minted_at desc, turn_id desc);
      create index turns_minted on turns (minted_at);
      create index turns_of_credential on turns (credential_id) where state = 'open';
      create table turn_deliveries (
        turn_id text not null references turns on delete cascade,
        capability_id text not null,
        owner_workspace_id text not null,
        pack_id text not null,
        contract_version integer not null,
        digest text not null,
        permission text not null,
        provider_id text,
        cost_class text not null,
        v_contract text not null,
        v_pack text not null,
        v_install text not null,
        v_connection text not null,
        v_price text not null,
        v_permission text not null,
        delivered_at timestamptz not null default now(),
        primary key (turn_id, capability_id)
      );
      create table seen_connections (
        workspace_id text not null,
        provider_id text not null,
        state text not null,
        version bigint not null,
        primary key (workspace_id, provider_id)
      );
      create table seen_prices (
        owner_workspace_id text not null,
        capability_id text not null,
        per_call_milli bigint not null,
        version bigint not null,
        primary key (owner_workspace_id, capability_id)
      );
      ${CURRENT_VECTOR_FUNCTION}
      ${FIRST_GET_FUNCTION}
      ${REDEEM_FUNCTION}
    `,
  },
  {
    id: '0003-turn-indexes',
    sql: `
      -- Turns of a workspace are listed by id, newest first.
      drop index turns_of_workspace;
      create index turns_of_workspace on turns (workspace_id, turn_id desc);
      -- Which of a principal's turns are too many: looked up without those that are over already.
      drop index turns_of_principal;
      create index open_turns_of_principal on turns (workspace_id, principal_id, minted_at desc) where state = 'open';
      -- How many turns a publish would retire: looked up among what was delivered lately.
      create index deliveries_of_capability on turn_deliveries (owner_workspace_id, capability_id, delivered_at);
    `,
  },
  {
    id: '0004-seen-principals',
    sql: `
      create table seen_principals (
        workspace_id text not null,
        principal_id text not null,
        -- Sorted.
        permissions text[] not null,
        version bigint not null,
        primary key (workspace_id, principal_id)
      );
    `,
  },
  { id: '0005-get-in-one-statement', sql: GET_FUNCTION },
];
