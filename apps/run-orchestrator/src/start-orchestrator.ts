import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { EgressClient } from '@turnpike/platform-egress';
import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { migrate } from '@turnpike/platform-persistence';
import type { SecretBox } from '@turnpike/platform-secrets';
import { balancesConsumer, revocationsConsumer, withdrawalsConsumer } from './access/facts.consumer.js';
import { OrchestratorModule } from './app.module.js';
import { tellConnections } from './connections/tell-connections.js';
import { WorkRuns } from './execution/work-runs.js';
import { migrations } from './migrations.js';
import { runRetention } from './runs/run-retention.js';
import { RunStore } from './runs/run.store.js';

export interface OrchestratorOptions extends ServiceOptions {
  /** Seals the credentials of connections. */
  readonly secrets: SecretBox;
}

/** Starts the run-orchestrator on its own database, with its workers. */
export async function startOrchestrator(options: OrchestratorOptions): Promise<RunningService> {
  const { database, transport, logger, clock, keys, secrets, retention: days = DEFAULT_RETENTION } = options;
  await migrate(database, migrations);
  const topics = ['runs', 'connections'] as const;
  const messaging = new MessagingRuntime({
    service: 'orchestrator',
    database,
    transport,
    logger,
    clock,
    topics,
    retention: runRetention(days),
  });
  for (const consumer of [withdrawalsConsumer, revocationsConsumer(new RunStore(database, messaging.outbox), clock), balancesConsumer])
    messaging.consume(consumer);
  messaging.ownRetelling(tellConnections);
  messaging.wantRetelling('credits', 'orchestrator.balances');
  const egress = new EgressClient();
  const module = OrchestratorModule.with({ database, outbox: messaging.outbox, keys, secrets, egress, clock, logger });
  const close = async (): Promise<void> => {
    await messaging.stop();
    await egress.close();
  };
  const service = await startNestService({
    name: 'orchestrator',
    module,
    options,
    onReady: (app) => app.get(WorkRuns).start(),
    onClosing: (app) => app.get(WorkRuns).stop(),
    onClose: close,
  });
  await messaging.start();
  return service;
}
