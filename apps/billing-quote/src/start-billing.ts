import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { migrate, ownerRequestRetention } from '@turnpike/platform-persistence';
import { accountsConsumer } from './accounts/accounts.consumer.js';
import { BillingModule } from './app.module.js';
import { migrations } from './migrations.js';
import { tellCredits } from './prices/tell-prices.js';

/** Starts billing-quote on its own database. */
export async function startBilling(options: ServiceOptions): Promise<RunningService> {
  const { database, transport, logger, clock, retention: days = DEFAULT_RETENTION } = options;
  await migrate(database, migrations);
  const retention = [ownerRequestRetention(days.ownerRequestDays)];
  const messaging = new MessagingRuntime({ service: 'billing', database, transport, logger, clock, topics: ['credits'], retention });
  messaging.consume(accountsConsumer(messaging.outbox));
  messaging.ownRetelling(tellCredits);
  messaging.wantRetelling('access', 'billing.accounts');
  const service = await startNestService({
    name: 'billing',
    module: BillingModule.with(database, messaging.outbox),
    options,
    onClose: () => messaging.stop(),
  });
  await messaging.start();
  return service;
}
