import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** Below the ephemeral ports, where another program's outgoing connection could sit on it. */
const FIRST_PORT = 21_000;
const PORTS = 9_000;
const MOST_TRIES = 50;

/** The port of this data directory: the one it had, or a free one, remembered. */
export async function findPort(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres.port');
  const had = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
  if (had >= FIRST_PORT && had < FIRST_PORT + PORTS && (await isFree(had))) return had;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (!(await isFree(port))) continue;
    writeFileSync(file, String(port), { mode: 0o600 });
    return port;
  }
  throw new EmbeddedPostgresError('port_taken', `No free port for PostgreSQL found from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1}.`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
