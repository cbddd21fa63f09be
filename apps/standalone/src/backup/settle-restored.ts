import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterRestore as turnsEnd } from '@turnpike/app-contract-registry';
import { afterRestore as peopleSignInAgain, reissueSignInCode } from '@turnpike/app-rbac';
import { afterRestore as runsAreUnknown } from '@turnpike/app-run-orchestrator';
import { systemClock as clock } from '@turnpike/kernel';
import { Database, migrate, raiseEra, startEmbeddedPostgres, type Transaction } from '@turnpike/platform-persistence';
import { databaseOf, SERVICE_MIGRATIONS, SERVICE_NAMES, type ServiceName } from '../start-services.js';
import type { AboutBackup } from './backup-format.js';

export interface Settled {
  /** Of each service: no version number of before is ever given out again. */
  readonly eras: Readonly<Record<ServiceName, number>>;
  /** Runs whose end is not known. */
  readonly unknownRuns: number;
  /** Connections whose credential nobody can open. */
  readonly lostConnections: number;
  /** For an owner who has never signed in; null otherwise. */
  readonly signInCode: string | null;
}

interface Scene {
  readonly cluster: string;
  readonly about: AboutBackup;
  readonly keyLost: boolean;
}

/**
 * Lets PostgreSQL recover what was unpacked, and settles what a restored database must not go on with as if no time had passed: in each
 * service's own transaction with its new era. Cut short, the restore is begun anew, so that no service is settled twice.
 */
export async function settleRestored({ cluster, about, keyLost }: Scene): Promise<Settled> {
  const server = await startEmbeddedPostgres({ dataDir: cluster, resolveFrom: import.meta.url, ownerNote: 'turnpike restore' });
  const eras = {} as Record<ServiceName, number>;
  const settled = { unknownRuns: 0, lostConnections: 0, signInCode: null as string | null };
  const settle: Partial<Record<ServiceName, (database: Database, tx: Transaction) => Promise<void>>> = {
    registry: (_database, tx) => turnsEnd(tx),
    rbac: (database, tx) => peopleSignInAgain(database, tx, { now: clock.now(), madeAt: about.made_at }),
    orchestrator: async (database, tx) => void Object.assign(settled, await runsAreUnknown(database, tx, { clock, keyLost })),
  };
  try {
    for (const name of SERVICE_NAMES) {
      const database = new Database({ url: server.url(databaseOf(name)), name: 'restore', maxConnections: 2 });
      try {
        await migrate(database, SERVICE_MIGRATIONS[name]);
        eras[name] = await database.tx(async (tx) => {
          const era = await raiseEra(tx);
          await settle[name]?.(database, tx);
          return era;
        });
        if (name === 'rbac') settled.signInCode = await reissueSignInCode(database, clock);
      } finally {
        await database.close();
      }
    }
  } finally {
    await server.stop();
  }
  for (const left of ['postgres.port', 'postgres.log']) rmSync(join(cluster, left), { force: true });
  return { eras, ...settled };
}
