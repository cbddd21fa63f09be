import { MessagingRuntime } from '@turnpike/platform-messaging';
import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { migrate } from '@turnpike/platform-persistence';
import { accountsConsumer } from './accounts/accounts.consumer.js';
import { BillingModule } from './app.module.js';
import { migrations } from './migrations.js';
import { tellCredits } from './prices/tell-prices.js';

/** Starts billing-quote on its own database. */
export async function startBilling(options: ServiceOptions): Promise<RunningService> {
  const { database, transport, logger, clock } = options;
  await migrate(database, migrations);
  const messaging = new MessagingRuntime({ service: 'billing', database, transport, logger, clock, topics: ['credits'] });
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
