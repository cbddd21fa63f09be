import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { MessagingRuntime, messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, migrate } from '@turnpike/platform-persistence';
import { AppModule } from './app.module.js';
import { sessionRetention } from './sessions/session-retention.js';
import { migrations } from './migrations.js';

const NAME = 'rbac';

/** Migrates the database and starts the service with its consumers and heartbeat. Does not close what it was given. */
export async function startRbac(options: ServiceOptions): Promise<RunningService> {
  const { database, transport, logger, clock, retention: days = DEFAULT_RETENTION } = options;
  await migrate(database, [baseMigration, ...messagingMigrations, ...migrations]);
  const runtime = new MessagingRuntime({
    service: NAME,
    database,
    transport,
    logger,
    clock,
    topics: ['access'],
    retention: sessionRetention(days),
  });
  return startNestService({ name: NAME, module: AppModule.with(options, runtime), options });
}
