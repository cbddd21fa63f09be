import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The superuser's password: random, made with the cluster, readable by the owner of the data directory only. */
export function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (known !== '') return known;
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new EmbeddedPostgresError(
      'broken',
      `${file} is missing, and without it its PostgreSQL cannot be opened: restore it from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}
