import type { RetentionDays } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import type { EventTransport } from '@turnpike/platform-messaging';
import type { Database } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { TokenKey } from '@turnpike/platform-secrets';

/** HMAC keys that every service shares. The first of each signs; all of them verify, so that keys can be rotated. */
export interface ServiceKeys {
  /** Signs the credential that a gateway shows a service. */
  readonly service: readonly TokenKey[];
  /** Signs admissions: the registry's word that a contract may run. */
  readonly admission: readonly TokenKey[];
}

/** What every service is started with; nothing here says whether it runs alone or beside the others. */
export interface ServiceOptions {
  /** The service's own database. The service migrates it. */
  readonly database: Database;
  readonly transport: EventTransport;
  readonly keys: ServiceKeys;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long what is over is kept; the defaults where absent. */
  readonly retention?: RetentionDays;
}

/** A service that answers. */
export interface RunningService {
  readonly name: string;
  /** Hands a request to the service's HTTP handlers without a socket. */
  inject(path: string, body: string, headers: Record<string, string>): Promise<{ status: number; body: string }>;
  /** Stops taking work, lets what runs finish within a bound, and lets go of everything. */
  close(): Promise<void>;
}
