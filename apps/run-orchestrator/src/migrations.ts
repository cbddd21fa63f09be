import { LIMITS } from '@turnpike/contracts';
import { messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, type Migration } from '@turnpike/platform-persistence';
import { CREATE_RUN_FUNCTION } from './admission/create-run.sql.js';
import { oauthMigration } from './oauth/oauth-token.store.js';
import { runRetentionMigration } from './runs/run-retention.js';
import { END_RUN_FUNCTION } from './runs/end-run.sql.js';
import { CLAIM_RUN_FUNCTION } from './execution/claim-run.sql.js';

export const migrations: readonly Migration[] = [
  baseMigration,
  ...messagingMigrations,
  {
    id: '0001-runs',
    sql: `
      create table contracts_by_digest (digest text primary key, body json not null);
      create table runs (
        run_id text primary key,
        admission_id text not null unique,
        workspace_id text not null,
        principal_id text not null,
        credential_id text not null,
        capability_id text not null,
        owner_workspace_id text not null,
        contract_version integer not null,
        digest text not null,
        turn_id text not null,
        provider_id text,
        v_connection text not null,
        -- Text as it came (json, not jsonb): the order of its keys is the order in which they go out.
        params json not null,
        state text not null check (state in ('holding', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused', 'unknown')),
        sequence integer not null default 1 check (sequence <= ${LIMITS.eventsPerRun}),
        idempotency_key text,
        fingerprint text not null,
        request_id text not null,
        web_url_base text not null,
        created_at timestamptz not null,
        not_after timestamptz not null,
        started_at timestamptz,
        ended_at timestamptz,
        -- The claim: who works on it, until when, and how often it was claimed.
        fence integer not null default 0,
        lease_until timestamptz,
        cancel_reason text,
        cancel_requested_at timestamptz,
        result json,
        result_truncated boolean not null default false,
        error json,
        -- The envelope that ended it: the same bytes for everyone who asks with its key.
        answer text
      );
      create index runs_queued on runs (created_at) where state = 'queued';
      create index runs_running on runs (lease_until) where state = 'running';
      create index runs_of_workspace on runs (workspace_id, run_id desc);
      create index runs_of_credential on runs (credential_id) where state in ('holding', 'queued');
      create table run_events (
        run_id text not null references runs on delete cascade,
        sequence integer not null,
        type text not null,
        state text not null,
        at timestamptz not null,
        data jsonb not null default '{}',
        primary key (run_id, sequence)
      );
      create table run_keys (
        workspace_id text not null,
        principal_id text not null,
        key text not null,
        fingerprint text not null,
        run_id text not null references runs on delete cascade,
        created_at timestamptz not null default now(),
        primary key (workspace_id, principal_id, key)
      );
      create table withdrawn_versions (owner_workspace_id text not null, capability_id text not null, contract_version integer not null, primary key (owner_workspace_id, capability_id, contract_version));
      create table revoked_credentials (credential_id text primary key, reason text not null, at timestamptz not null default now());
      create table seen_principals (workspace_id text not null, principal_id text not null, active boolean not null, version bigint not null, primary key (workspace_id, principal_id));
      create table connections (
        workspace_id text not null,
        provider_id text not null,
        state text not null check (state in ('not_connected', 'connected', 'failing')),
        scheme jsonb,
        sealed text,
        base_url text,
        -- Where the credential may go, and nowhere else.
        origins text[] not null default '{}',
        account text,
        connected_at timestamptz,
        version bigint not null,
        primary key (workspace_id, provider_id)
      );
      create table egress_rules (workspace_id text primary key, allow text[] not null);
      create table balances (workspace_id text primary key, balance_milli bigint not null, held_milli bigint not null, version bigint not null);
      -- What ended stays as it ended, its answer too; only an unknown run moves once more.
      create function keep_terminal() returns trigger language plpgsql as $$
      begin
        if old.state in ('succeeded', 'failed', 'cancelled', 'refused') then raise exception 'run % is over', old.run_id; end if;
        return new;
      end $$;
      create trigger runs_terminal before update on runs for each row execute function keep_terminal();
      ${CREATE_RUN_FUNCTION}
      ${CLAIM_RUN_FUNCTION}
    `,
  },
  { id: '0002-end-run', sql: END_RUN_FUNCTION },
  {
    id: '0003-queued-of-workspace',
    sql: `
      create index runs_queued_of_workspace on runs (workspace_id, created_at) where state = 'queued';
      drop index runs_queued;
    `,
  },
  runRetentionMigration,
  oauthMigration,
];
