import type { Migration } from './migrate.js';

/** What every service's database has: versions, advisory lock keys, outbox, inbox, dead letters, answers to owner actions. */
export const baseMigration: Migration = {
  id: '0000-base',
  sql: `
    create table era (only_row boolean primary key default true check (only_row), era bigint not null default 1 check (era between 1 and 8191));
    insert into era default values;
    create sequence version_numbers as bigint minvalue 1 maxvalue 1099511627775;

    -- (era, n) as one bigint: era * 2^40 + n. VOLATILE, so that each call draws a number.
    create function next_version() returns bigint language sql volatile as
      $$ select (select e.era from era e) * 1099511627776 + nextval('version_numbers') $$;

    create function lock_key(key text) returns bigint language sql immutable strict parallel safe as
      $$ select ('x' || encode(substring(sha256(convert_to(key, 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint $$;

    create table outbox (
      position bigint generated always as identity primary key,
      event_id text not null unique,
      topic text not null,
      key text not null,
      event jsonb not null,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index outbox_unsent on outbox (position) where sent_at is null;
    create index outbox_sent on outbox (sent_at) where sent_at is not null;

    create table inbox (
      consumer text not null,
      event_id text not null,
      handled_at timestamptz not null default now(),
      primary key (consumer, event_id)
    );
    create index inbox_handled on inbox (handled_at);

    create table dead_letters (
      id bigint generated always as identity primary key,
      consumer text not null,
      event_id text not null,
      topic text not null,
      key text not null,
      event jsonb not null,
      cause text not null,
      attempts integer not null,
      parked_at timestamptz not null default now(),
      replayed_at timestamptz,
      unique (consumer, event_id)
    );

    create table owner_requests (
      workspace_id text not null,
      principal_id text not null,
      key text not null,
      fingerprint text not null,
      response jsonb not null,
      at timestamptz not null default now(),
      primary key (workspace_id, principal_id, key)
    );
    create index owner_requests_at on owner_requests (at);
  `,
};
