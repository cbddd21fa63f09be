/** `retelling_asks`: what this service has asked for, once. `retellings`: what it is telling for others, and how far it got. */
export const RETELLING_TABLES = `
create table retelling_asks (
  topic text not null,
  subscriber text not null,
  request_id text not null,
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (topic, subscriber)
);

create table retellings (
  request_id text primary key,
  topic text not null,
  subscriber text not null,
  workspace_id text,
  after text,
  all_told boolean not null default false,
  rows int not null default 0,
  asked_at timestamptz not null default now()
);
`;
