import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { MessagingRuntime, type Consumer, type Outbox } from '@turnpike/platform-messaging';
import { migrate } from '@turnpike/platform-persistence';
import { RegistryModule } from './app.module.js';
import { enableBuiltinConsumer } from './builtin/enable-builtin.consumer.js';
import { publishBuiltin } from './builtin/publish-builtin.js';
import { ContractStore } from './contracts/contract.store.js';
import { PublishContracts } from './contracts/publish-contracts.js';
import { migrations } from './migrations.js';
import { ChangePack } from './packs/change-pack.js';
import { PackStore } from './packs/pack.store.js';
import { tellCatalog } from './packs/tell-catalog.js';
import { accessConsumer, connectionsConsumer, pricesConsumer } from './projections/seen.consumer.js';
import { reachedGoalsConsumer } from './turns/reached-goals.consumer.js';
import { turnRetention } from './turns/turn-retention.js';

const consumersOf = (outbox: Outbox): Consumer[] => [
  connectionsConsumer(outbox),
  pricesConsumer(outbox),
  accessConsumer(outbox),
  enableBuiltinConsumer(outbox),
  reachedGoalsConsumer(outbox),
];

/** Starts the contract-registry on its own database. */
export async function startRegistry(options: ServiceOptions): Promise<RunningService> {
  const { database, transport, logger, clock, keys, retention: days = DEFAULT_RETENTION } = options;
  await migrate(database, migrations);
  const topics = ['catalog', 'turns'] as const;
  const messaging = new MessagingRuntime({
    service: 'registry',
    database,
    transport,
    logger,
    clock,
    topics,
    retention: turnRetention(days),
  });
  const { outbox } = messaging;
  for (const consumer of consumersOf(outbox)) messaging.consume(consumer);
  messaging.ownRetelling(tellCatalog);
  messaging.wantRetelling('connections', 'registry.connections');
  messaging.wantRetelling('credits', 'registry.prices');
  messaging.wantRetelling('access', 'registry.builtin');
  const packs = new PackStore(database);
  await publishBuiltin(
    database,
    new PublishContracts(database, outbox, packs, new ContractStore(database)),
    new ChangePack(database, outbox, packs),
  );
  const service = await startNestService({
    name: 'registry',
    module: RegistryModule.with({ database, outbox, keys, clock }),
    options,
    onClose: () => messaging.stop(),
  });
  await messaging.start();
  return service;
}
