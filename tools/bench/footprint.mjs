// P10: how soon the embedded product answers, and what it holds in memory under load, PostgreSQL included.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run/prepare.mjs';
import { startProduct } from '../demo/product.mjs';
import { load, spread } from './load.mjs';

const WARM_MS = 1_500;
const FIRST_MS = 6_000;
const MOST_MB = 300;

export async function run({ quick = false } = {}) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'turnpike-bench-')), 'data');
  const firstMs = await timeStart(dataDir);
  const warm = [];
  for (let round = 0; round < (quick ? 3 : 7); round += 1) warm.push(await timeStart(dataDir));
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
  const memory = await memoryUnderLoad(quick ? 5 : 20);
  const warmed = spread(warm);
  const met = warmed.median <= WARM_MS && firstMs <= FIRST_MS && memory.peak <= MOST_MB;
  const lines = [
    `first start to first answer ${Math.round(firstMs)} ms; bar ≤ ${FIRST_MS}`,
    `warm start to first answer ${warmed.text} ms; bar ≤ ${WARM_MS}`,
    `PSS at 50 connections: peak ${memory.peak} MB (product ${memory.product}, PostgreSQL ${memory.postgres}); idle before ${memory.idle} MB; bar ≤ ${MOST_MB}`,
    `P10 ${met ? 'met' : 'not met'}`,
  ];
  return { id: 'P10', lines, met };
}

/** From spawning the process to its first answer to an authenticated kind of call (a refusal of no credential is an answer too). */
async function timeStart(dataDir) {
  const port = 20_000 + Math.floor(Math.random() * 900);
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs'), '--data-dir', dataDir, '--port', String(port), '--log-level', 'error'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/whoami`).catch(() => null);
    if (answer?.status === 401) break;
    if (child.exitCode !== null || performance.now() - started > 60_000) throw new Error('the product did not start');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ms = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return ms;
}

async function memoryUnderLoad(seconds) {
  const product = await startProduct();
  try {
    const idle = pssOf(product);
    let peak = { total: 0, product: 0, postgres: 0 };
    const timer = setInterval(() => {
      const now = pssOf(product);
      if (now.total > peak.total) peak = now;
    }, 250);
    await load({ url: `${product.url}/v1/tools/search`, headers: { authorization: `Bearer ${product.apiKey}` }, body: { goal: 'read the credit balance' }, connections: 50, seconds });
    clearInterval(timer);
    return { peak: peak.total, product: peak.product, postgres: peak.postgres, idle: idle.total };
  } finally {
    await product.stop();
    product.remove();
  }
}

/** Proportional set size in MB: shared pages are counted once over all processes. */
function pssOf({ pid, dataDir }) {
  const ours = pss(pid);
  const postgres = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && cwdOf(name).startsWith(dataDir)).reduce((sum, name) => sum + pss(name), 0);
  return { total: Math.round((ours + postgres) / 1024), product: Math.round(ours / 1024), postgres: Math.round(postgres / 1024) };
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function cwdOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
