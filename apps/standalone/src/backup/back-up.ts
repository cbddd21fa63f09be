import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PRODUCT_VERSION, toTimestamp } from '@turnpike/kernel';
import { baseBackup, Database, useEmbeddedPostgres, type UsedPostgres } from '@turnpike/platform-persistence';
import { loadMasterKey } from '@turnpike/platform-secrets';
import { databaseOf, SERVICE_NAMES } from '../start-services.js';
import { platformHere, type AboutBackup } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';
import { readArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

export interface BackupMade {
  readonly file: string;
  readonly about: AboutBackup;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies the data directory into one file, as of one moment for all services, while Turnpike runs on it or not; then reads the file again to
 * its end. The master key is left out: whoever finds a backup opens no provider credential with it.
 */
export async function backUp({ dataDir, file }: { readonly dataDir: string; readonly file: string }): Promise<BackupMade> {
  const from = resolve(dataDir);
  const cluster = join(from, 'postgres');
  if (!existsSync(join(cluster, 'postgres/PG_VERSION')))
    throw new BackupRefused(
      `${from} holds no PostgreSQL of Turnpike. Name its data directory with --data-dir; back a PostgreSQL of your own up with its own tools.`,
    );
  if (existsSync(file)) throw new BackupRefused(`${file} is there already: choose another name, or remove it.`);
  const server = await useEmbeddedPostgres({ dataDir: cluster, resolveFrom: import.meta.url, ownerNote: 'turnpike backup' });
  try {
    const about = await describe(from, cluster, server);
    const password = readFileSync(join(cluster, 'postgres.password'), 'utf8');
    const files = await writeArchive(file, { about, password, cluster: await baseBackup(server.url('postgres')) });
    await readArchive(file, { about: () => undefined, folder: () => undefined, file: pass });
    return { file, about, files, bytes: statSync(file).size };
  } finally {
    await server.release();
  }
}

const pass: Parameters<typeof readArchive>[1]['file'] = async (_path, content) => {
  for await (const _chunk of content);
};

async function describe(dataDir: string, cluster: string, server: UsedPostgres): Promise<AboutBackup> {
  const services: AboutBackup['services'] = {};
  for (const name of SERVICE_NAMES) {
    const database = new Database({ url: server.url(databaseOf(name)), name: 'backup', maxConnections: 1 });
    try {
      const rows = await database.query<{ id: string }>('select id from schema_migrations order by id');
      services[name] = { migrations: rows.map(({ id }) => id) };
    } finally {
      await database.close();
    }
  }
  return {
    format: 'turnpike-backup/1',
    product: PRODUCT_VERSION,
    made_at: toTimestamp(Date.now()),
    postgres: readFileSync(join(cluster, 'postgres/PG_VERSION'), 'utf8').trim(),
    platform: platformHere(),
    key_id: loadMasterKey(join(dataDir, 'master.key')).id,
    services,
  };
}
