import { messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, type Migration } from '@turnpike/platform-persistence';
import { packMigrations } from './packs/migrations.js';
import { turnMigrations } from './turns/migrations.js';

export const migrations: readonly Migration[] = [baseMigration, ...messagingMigrations, ...packMigrations, ...turnMigrations];
