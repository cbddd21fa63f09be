import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { MessagingRuntime, messagingMigrations } from '@turnpike/platform-messaging';
import { baseMigration, migrate } from '@turnpike/platform-persistence';
import { AppModule } from './app.module.js';
import type { FirstOwner, FirstOwnerAnswer, FirstOwnerWish } from './first-owner/first-owner.js';
import { migrations } from './migrations.js';

const NAME = 'rbac';

export interface RunningRbac extends RunningService {
  /** Gives a fresh deployment its first workspace, owner, key and code; does nothing, and shows nothing, after the first time. */
  firstOwner(wish: FirstOwnerWish): Promise<FirstOwnerAnswer>;
  /** A fresh sign-in code, the earlier one void, while the first owner never signed in; null from then on. */
  reissueSignInCode(): Promise<string | null>;
}

/** Migrates the database and starts the service with its consumers and heartbeat. Does not close what it was given. */
export async function startRbac(options: ServiceOptions): Promise<RunningRbac> {
  const { database, transport, logger, clock } = options;
  await migrate(database, [baseMigration, ...messagingMigrations, ...migrations]);
  const runtime = new MessagingRuntime({ service: NAME, database, transport, logger, clock, topics: ['access'] });
  let owner: FirstOwner | null = null;
  const module = AppModule.with(options, runtime, (firstOwner) => (owner = firstOwner));
  const service = await startNestService({ name: NAME, module, options });
  const handed = (): FirstOwner => {
    if (owner === null) throw new Error('the service started without its parts');
    return owner;
  };
  return {
    ...service,
    firstOwner: (wish) => handed().run(wish),
    reissueSignInCode: () => handed().reissueSignInCode(),
  };
}
