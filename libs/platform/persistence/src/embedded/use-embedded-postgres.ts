import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { readPassword } from './password-file.js';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.js';

export interface UsedPostgres {
  /** True where another process runs it; it keeps running. */
  readonly shared: boolean;
  url(database: string): string;
  /** Lets go of it; stops it where it was started here. */
  release(): Promise<void>;
}

/** The PostgreSQL of a data directory, for a short piece of work: that of the live process that has it, else one started for the purpose. */
export async function useEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<UsedPostgres> {
  try {
    const server = await startEmbeddedPostgres(options);
    return { shared: false, url: (database) => server.url(database), release: () => server.stop() };
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.code !== 'in_use') throw error;
    const url = urlOfRunning(realpathSync(options.dataDir));
    if (url === null) throw error;
    return { shared: true, url, release: () => Promise.resolve() };
  }
}

/** How to reach the server that runs on a data directory, as its own lock file says; null where none does. */
export function urlOfRunning(dataDir: string): ((database: string) => string) | null {
  try {
    const [, , , port, socketFolder, address] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    if (!port) return null;
    const host = encodeURIComponent(socketFolder?.trim() || address?.trim() || '127.0.0.1');
    const password = readPassword(dataDir);
    return (database) => `postgres://turnpike:${password}@${host}:${port.trim()}/${database}`;
  } catch {
    return null;
  }
}
