import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasEnded } from './launch-server.js';

const START_MS = 30_000;
/** After a crash it replays its log first, and says so to whoever connects. */
const RECOVERY_MS = 600_000;
const LOOK_MS = 15;
const CONNECT_MS = 2_000;

/** Answers null once the server takes connections, else why it will not. */
export async function awaitReady(server: ChildProcess, url: string): Promise<string | null> {
  const begun = Date.now();
  let last = '';
  let limit = START_MS;
  while (!hasEnded(server) && Date.now() - begun < limit) {
    const error = await tryConnect(url);
    if (error === null) return null;
    // 28P01 is a wrong password: waiting does not mend it. (Another program's server on this port ends ours, which is seen above.)
    if (error.code === '28P01') return `${error.message}: the password file does not fit, or the port is another server's`;
    if (error.code === '57P03') limit = RECOVERY_MS;
    last = error.message;
    await sleep(LOOK_MS);
  }
  return hasEnded(server) ? 'it ended' : last;
}

async function tryConnect(connectionString: string): Promise<{ code?: string; message: string } | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as { code?: string; message: string };
  } finally {
    await client.end().catch(() => undefined);
  }
}
