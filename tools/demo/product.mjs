// Starts the product as a person would, on a data directory of its own, and reads what it prints.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run/prepare.mjs';

const START_MS = 60_000;

export async function startProduct(dataDir = mkdtempSync(join(tmpdir(), 'turnpike-demo-'))) {
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs'), '--data-dir', dataDir, '--port', '0', '--log-level', 'error'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let complained = '';
  child.stderr.on('data', (chunk) => (complained += chunk));
  const started = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product did not start in time: ${complained}`)), START_MS);
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (/Try, in a second shell/.test(printed)) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${complained}`)));
  });
  await started;
  const find = (pattern) => pattern.exec(printed)?.[1] ?? null;
  return {
    dataDir,
    pid: child.pid,
    url: find(/answers at (\S+)/),
    apiKey: find(/(tpk_\w+)/),
    signInCode: find(/(tpc_\w+)/),
    stop: () => stop(child),
    kill: () => stop(child, 'SIGKILL'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', resolve);
    child.kill(signal);
  });
}
