import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from './run-as.js';

/**
 * Makes the cluster's files those of the user that PostgreSQL runs as, closed to all others, as it demands. The way to run it may have
 * changed since the last start (another container, namespaces allowed or not), so every file follows when the directory's owner does.
 */
export function handOver(pgData: string, dataDir: string, as: RunAs): void {
  if (process.getuid?.() === 0) {
    const { uid, gid } = as.user ?? { uid: 0, gid: 0 };
    if (statSync(pgData).uid !== uid) chownAll(pgData, uid, gid);
    // The other user must pass through, and need not list.
    if (as.user) chmodSync(dataDir, 0o711);
  }
  if ((statSync(pgData).mode & 0o777) !== 0o700) chmodSync(pgData, 0o700);
}

/** Top directory last: cut short, it is done again at the next start. */
function chownAll(path: string, uid: number, gid: number): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownAll(inner, uid, gid);
    else lchownSync(inner, uid, gid);
  }
  lchownSync(path, uid, gid);
}
