import type { Migration } from '@turnpike/platform-persistence';
import { ATTEMPT_FUNCTIONS } from './consume/attempt-functions.sql.js';
import { FAIR_STEP } from './relay/fair-step.sql.js';
import { RELAY_FUNCTIONS } from './relay/relay-functions.sql.js';
import { RETELLING_TABLES } from './retelling/retelling-tables.sql.js';

/** What messaging needs in a service's database, on top of the base migration: `[baseMigration, ...messagingMigrations, ...own]`. */
export const messagingMigrations: readonly Migration[] = [
  { id: '0000-messaging-relay', sql: RELAY_FUNCTIONS },
  { id: '0000-messaging-attempts', sql: ATTEMPT_FUNCTIONS },
  { id: '0000-messaging-retelling', sql: RETELLING_TABLES },
  { id: '0000-messaging-relay-fair', sql: FAIR_STEP },
];
