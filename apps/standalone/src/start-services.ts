import { migrations as billingMigrations, startBilling } from '@turnpike/app-billing-quote';
import { migrations as indexMigrations, startIndex } from '@turnpike/app-catalog-index';
import { migrations as registryMigrations, startRegistry } from '@turnpike/app-contract-registry';
import { migrations as orchestratorMigrations, startOrchestrator } from '@turnpike/app-run-orchestrator';
import { migrations as rbacMigrations, startRbac } from '@turnpike/app-rbac';
import type { RetentionDays } from '@turnpike/contracts';
import { messagingMigrations, type EventTransport } from '@turnpike/platform-messaging';
import { baseMigration, Database, type Migration } from '@turnpike/platform-persistence';
import type { RunningService, ServiceKeys, ServiceOptions } from '@turnpike/platform-http';
import type { SecretBox } from '@turnpike/platform-secrets';
import type { Logger } from '@turnpike/platform-telemetry';
import type { Clock } from '@turnpike/kernel';

export interface ServicesInput {
  /** Gives the address of a database by its name. */
  readonly urlOf: (database: string) => string;
  readonly transport: EventTransport;
  readonly keys: ServiceKeys;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly retention: RetentionDays;
}

const STARTERS = {
  rbac: startRbac,
  registry: startRegistry,
  index: startIndex,
  billing: startBilling,
  orchestrator: startOrchestrator,
} as const;

export type ServiceName = keyof typeof STARTERS;
export const SERVICE_NAMES = Object.keys(STARTERS) as ServiceName[];
/** Every step of each service's schema that this build knows. */
export const SERVICE_MIGRATIONS: Readonly<Record<ServiceName, readonly Migration[]>> = {
  rbac: [baseMigration, ...messagingMigrations, ...rbacMigrations],
  registry: registryMigrations,
  index: indexMigrations,
  billing: billingMigrations,
  orchestrator: orchestratorMigrations,
};
export const databaseOf = (service: ServiceName): string => `turnpike_${service}`;

export interface RunningServices {
  readonly services: Readonly<Record<ServiceName, RunningService>>;
  readonly databases: Readonly<Record<ServiceName, Database>>;
  close(): Promise<void>;
}

/** Starts the five services side by side, each on its own database. One that cannot start takes the others down with it. */
export async function startServices(input: ServicesInput): Promise<RunningServices> {
  const databases = Object.fromEntries(
    SERVICE_NAMES.map((name) => [name, new Database({ url: input.urlOf(databaseOf(name)), name })]),
  ) as Record<ServiceName, Database>;
  const started = await Promise.allSettled(SERVICE_NAMES.map((name) => startOne(name, databases[name], input)));
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.close()));
    await Promise.all(SERVICE_NAMES.map((name) => databases[name].close()));
  };
  const failed = started.find((each) => each.status === 'rejected');
  if (failed?.status === 'rejected') {
    await close();
    throw failed.reason;
  }
  return {
    services: Object.fromEntries(SERVICE_NAMES.map((name, at) => [name, running[at]])) as Record<ServiceName, RunningService>,
    databases,
    close,
  };
}

function startOne(
  name: ServiceName,
  database: Database,
  { transport, keys, secrets, logger, clock, retention }: ServicesInput,
): Promise<RunningService> {
  const options: ServiceOptions & { secrets: SecretBox } = {
    database,
    transport,
    keys,
    secrets,
    clock,
    retention,
    logger: logger.child({ service: name }),
  };
  return STARTERS[name](options);
}
