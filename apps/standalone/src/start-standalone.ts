import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startGateway } from '@turnpike/app-gateway';
import { firstOwner, type FirstOwner } from '@turnpike/app-rbac';
import { systemClock } from '@turnpike/kernel';
import { InProcessTransport } from '@turnpike/platform-messaging';
import { deriveKey, loadOrCreateMasterKey, SecretBox } from '@turnpike/platform-secrets';
import type { StandaloneConfig } from './config.js';
import { refuseHalfRestored } from './backup/refuse-half-restored.js';
import { readLayout, writeLayout, type Layout } from './data-directory/layout.js';
import { refuseNewer } from './data-directory/refuse-newer.js';
import { inProcessClients } from './in-process-clients.js';
import { openLog } from './open-log.js';
import { openDatabaseServer } from './open-database-server.js';
import { startServices, type RunningServices } from './start-services.js';
import { untilTold } from './until-told.js';

export interface RunningStandalone {
  readonly url: string;
  readonly dataDir: string;
  /** Credentials made at the first start; shown once. */
  readonly first: FirstOwner;
  readonly services: RunningServices;
  close(): Promise<void>;
}

/**
 * Starts all six services in this process: the same modules, migrations, events and handlers as apart. `onLost` hears, in one line, of a
 * database server that ended by itself: nothing can be answered any more.
 */
export async function startStandalone(
  config: StandaloneConfig,
  onLost: (why: string) => void = () => undefined,
): Promise<RunningStandalone> {
  const { dataDir, layout } = openDataDir(config);
  const log = openLog(config);
  const { logger } = log;
  const clock = systemClock;
  const server = await openDatabaseServer(config, dataDir, onLost);
  const stops = [() => server.stop(), () => log.close()];
  try {
    await refuseNewer(dataDir, (name) => server.urlOf(name), layout);
    writeLayout(dataDir);
    const master = loadOrCreateMasterKey(join(dataDir, 'master.key'));
    const keys = { service: [deriveKey(master, 'service-credentials')], admission: [deriveKey(master, 'admissions')] };
    const secrets = new SecretBox([deriveKey(master, 'sealed-secrets')], master.id);
    const transport = new InProcessTransport({ logger });
    const urlOf = (name: string): string => server.urlOf(name);
    const services = await startServices({ urlOf, transport, keys, secrets, logger, clock, retention: config });
    stops.unshift(() => services.close());
    const gateway = await startGateway({
      clients: inProcessClients(services.services, keys.service, clock),
      transport,
      clock,
      logger,
      settings: { publicUrl: config.publicUrl.replace(/\/+$/, ''), importAllow: config.importAllow },
      sessionKeys: [deriveKey(master, 'mcp-sessions')],
      listen: { host: config.host, port: config.port },
    });
    stops.unshift(() => gateway.close());
    // Everyone has subscribed: what was told before is sent now.
    transport.open();
    const first = await firstOwner(services.databases.rbac, { email: config.ownerEmail, workspaceName: config.workspaceName });
    // A first start answers once the new workspace's packs can be found.
    if (first.apiKey !== null) await untilTold(Object.values(services.databases));
    return { url: gateway.url, dataDir, first, services, close: () => closeAll(stops) };
  } catch (error) {
    await closeAll(stops);
    throw error;
  }
}

/** Makes it where it is absent; refuses one that cannot be gone on with before anything in it is touched. */
function openDataDir(config: StandaloneConfig): { dataDir: string; layout: Layout | null } {
  const dataDir = resolve(config.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  refuseHalfRestored(dataDir);
  return { dataDir, layout: readLayout(dataDir) };
}

/** In order, each even if the one before failed. */
async function closeAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops) await stop().catch(() => undefined);
}
