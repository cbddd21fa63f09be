import { startNestService, type RunningService, type ServiceOptions } from '@turnpike/platform-http';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { migrate } from '@turnpike/platform-persistence';
import { InProcessEngine } from '@turnpike/platform-search';
import { IndexModule } from './app.module.js';
import { Catalog } from './catalog/catalog.js';
import { catalogConsumer } from './catalog/catalog.consumer.js';
import { learnedGoalsConsumer } from './goals/learned-goals.consumer.js';
import { WorkspaceGoals } from './goals/workspace-goals.js';
import { loadCatalog } from './catalog/load-catalog.js';
import { migrations } from './migrations.js';

/** Starts the catalog-index: what the database kept first, then what the bus tells. */
export async function startIndex(options: ServiceOptions): Promise<RunningService> {
  const { database, transport, logger, clock } = options;
  await migrate(database, migrations);
  const catalog = new Catalog(new InProcessEngine());
  await loadCatalog(database, catalog);
  const goals = new WorkspaceGoals(database);
  await goals.load();
  const messaging = new MessagingRuntime({ service: 'index', database, transport, logger, clock, topics: [] });
  messaging.consume(catalogConsumer(catalog));
  messaging.consume(learnedGoalsConsumer(goals));
  messaging.wantRetelling('catalog', 'index.catalog');
  const service = await startNestService({
    name: 'index',
    module: IndexModule.with(catalog, goals, messaging),
    options,
    onClose: () => messaging.stop(),
  });
  await messaging.start();
  return service;
}
