import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupRefused } from './backup-refused.js';

/** Everything is built in this folder of the data directory, and moved out of it in one step at the end. */
export const UNFINISHED = 'restoring';

/** A directory whose restore was cut short must not be taken for an empty one, and begin a new life. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)) && !existsSync(join(dataDir, 'postgres')))
    throw new BackupRefused(`A restore into ${dataDir} was cut short: run turnpike restore again, or remove the directory.`);
}
