import { join } from 'node:path';
import { Database, startEmbeddedPostgres } from '@turnpike/platform-persistence';
import type { StandaloneConfig } from './config.js';
import { databaseOf, SERVICE_NAMES } from './start-services.js';

export interface DatabaseServer {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** The shipped PostgreSQL in the data directory, or the server that `TURNPIKE_DATABASE_URL` names; with the services' databases made. */
export async function openDatabaseServer(
  config: StandaloneConfig,
  dataDir: string,
  onLost: (why: string) => void,
): Promise<DatabaseServer> {
  const names = SERVICE_NAMES.map(databaseOf);
  if (config.databaseUrl !== undefined) return openOwnServer(config.databaseUrl, names);
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    resolveFrom: import.meta.url,
    ownerNote: `http://${config.host}:${config.port}`,
    onLost,
  });
  await server.createDatabases(names);
  return { urlOf: (name) => server.url(name), stop: () => server.stop() };
}

async function openOwnServer(url: string, names: readonly string[]): Promise<DatabaseServer> {
  const urlOf = (name: string): string => {
    const made = new URL(url);
    made.pathname = `/${name}`;
    return made.href;
  };
  const admin = new Database({ url: urlOf('postgres'), name: 'standalone', maxConnections: 1 });
  try {
    const present = new Set((await admin.query<{ datname: string }>('select datname from pg_database')).map(({ datname }) => datname));
    for (const name of names) if (!present.has(name)) await admin.query(`create database ${name}`);
  } finally {
    await admin.close();
  }
  return { urlOf, stop: () => Promise.resolve() };
}
