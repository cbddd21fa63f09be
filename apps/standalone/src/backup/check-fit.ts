import { PRODUCT_VERSION } from '@turnpike/kernel';
import { SERVICE_MIGRATIONS, type ServiceName } from '../start-services.js';
import { platformHere, type AboutBackup } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';

/** Refuses a backup that this build, or this machine, cannot run. One of an older build fits: it is upgraded at its first start. */
export function checkFit(file: string, about: AboutBackup, postgresHere: string): void {
  if (about.platform !== platformHere())
    throw new BackupRefused(`${file} was made on ${about.platform}, and its files fit no other; this is ${platformHere()}.`);
  if (about.postgres !== postgresHere)
    throw new BackupRefused(
      `${file} holds PostgreSQL ${about.postgres}, this build ships ${postgresHere}: restore it with Turnpike ${about.product}.`,
    );
  for (const [service, { migrations }] of Object.entries(about.services)) {
    const known = new Set(SERVICE_MIGRATIONS[service as ServiceName]?.map(({ id }) => id));
    const foreign = migrations.find((id) => !known.has(id));
    if (foreign !== undefined)
      throw new BackupRefused(
        `${file} was made by Turnpike ${about.product}, whose ${service} has ${foreign}; this is ${PRODUCT_VERSION}, which does not know it. Restore it with ${about.product} or newer.`,
      );
  }
}
