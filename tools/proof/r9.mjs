// R9: hostile JSON, arguments, messages, schemas, patterns, documents and URLs at the doors of the whole product. Nothing crashes, nothing is
// answered with a defect, nothing reaches what it must not, and the event loop stays free.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProduct } from '../demo/product.mjs';
import { callerFor } from '../demo/teller.mjs';
import { addresses, arguments_, documents, mcpMessages, rawBodies } from './r9/attacks.mjs';
import { randomOf } from '../run/random.mjs';

const MOST_LATE_MS = 50;
const ANSWER_MS = 15_000;
const AT_ONCE = 8;
const SIZES = { quick: 150, full: 3_000 };

export async function prove(flags) {
  const count = flags.includes('--quick') ? SIZES.quick : SIZES.full;
  const seed = Number(flags.find((flag) => flag.startsWith('--seed='))?.slice(7) ?? 1);
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-r9-'));
  const canary = await startCanary();
  process.env.R9_LOOP = join(folder, 'loop.json');
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('./r9/watch-loop.mjs', import.meta.url)}`;
  const product = await startProduct();
  const idle = spawn(process.execPath, [fileURLToPath(new URL('./r9/watch-loop.mjs', import.meta.url)), 'idle']);
  await sleep(500);
  let holds = true;
  try {
    const kinds = {
      'raw bodies': rawBodies,
      arguments: arguments_,
      'MCP messages': mcpMessages,
      documents,
      'URLs to import from': addresses(canary.url),
    };
    for (const [kind, make] of Object.entries(kinds)) if (isThere(product)) holds = (await attack({ product, idle }, kind, make, { count, seed })) && holds;
    const who = await callerFor(product.url, product.apiKey).call('whoami').catch((error) => ({ ok: false, error: { code: error.message } }));
    console.log(`afterwards: whoami ${who.ok ? 'answers' : who.error.code}; the canary on loopback heard ${canary.heard()} requests`);
    return holds && isThere(product) && who.ok && canary.heard() === 0;
  } finally {
    idle.kill();
    await product.stop();
    canary.close();
    product.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function attack({ product, idle }, kind, make, { count, seed }) {
  const random = randomOf(seed);
  await readLoops(product, idle);
  const tally = { answered: 0, refused: 0, defects: [], silent: [] };
  const worker = async () => {
    while (tally.answered + tally.refused + tally.defects.length + tally.silent.length + underWay.size < count) {
      const sent = make(random);
      underWay.add(sent);
      await judge(product, sent, tally);
      underWay.delete(sent);
    }
  };
  const underWay = new Set();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const loops = await readLoops(product, idle).catch(() => null);
  if (!loops) {
    console.log(`✗ ${kind.padEnd(20)} the product died of one of these:`);
    for (const each of tally.silent.slice(0, AT_ONCE)) console.log(`    ${each}`);
    return false;
  }
  // On a machine that does other work too, an idle process is late as well: that is not the product's doing.
  const [loop, alone] = loops;
  const holds = tally.defects.length + tally.silent.length === 0 && loop.p99 - alone.p99 <= MOST_LATE_MS && tally.refused > 0;
  console.log(
    `${holds ? '✓' : '✗'} ${kind.padEnd(20)} ${count} sent with seed ${seed}: ${tally.answered} answered, ${tally.refused} refused, ${tally.defects.length} defects, ${tally.silent.length} without an answer; ` +
      `event loop late by p50 ${loop.p50.toFixed(1)} ms, p99 ${loop.p99.toFixed(1)} ms (bar ≤ ${MOST_LATE_MS} above an idle process's ${alone.p99.toFixed(1)}), most ${loop.max.toFixed(0)} ms`,
  );
  for (const each of [...new Set([...tally.defects, ...tally.silent])].slice(0, 5)) console.log(`    ${each}`);
  return holds;
}

/** An answer is an envelope or a JSON-RPC message, of a status below 500; 503 says that something is away and is a defect here. */
async function judge(product, { path, method, headers, body }, tally) {
  const what = `${method} ${path.slice(0, 80)} ${String(body ?? '').slice(0, 200)}`;
  try {
    const init = { method, headers: { authorization: `Bearer ${product.apiKey}`, ...headers }, signal: AbortSignal.timeout(ANSWER_MS) };
    if (headers['content-type'] === '') delete init.headers['content-type'];
    const response = await fetch(product.url + path, { ...init, ...(method !== 'GET' && { body: body ?? '' }) });
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream')) {
      await response.body.cancel();
      tally.answered += 1;
      return;
    }
    const text = await response.text();
    const answer = text === '' ? null : JSON.parse(text);
    const code = answer?.error?.code;
    if (response.status >= 500 && !['upstream_failed', 'upstream_timeout'].includes(code))
      tally.defects.push(`${response.status} ${code}: ${what}`);
    else if (response.status >= 400 || answer?.error || answer?.ok === false || answer?.result?.isError) tally.refused += 1;
    else tally.answered += 1;
    if (code === 'internal' || answer?.result?.structuredContent?.error?.code === 'internal') tally.defects.push(`internal: ${what}`);
  } catch (error) {
    tally.silent.push(`${error.cause?.code ?? error.message}: ${what}`);
  }
}

function isThere({ pid }) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What was measured since the last reading, of the product and of a process that does nothing. Throws where the product is no more. */
async function readLoops(...processes) {
  const files = processes.map(({ pid }) => `${process.env.R9_LOOP}.${pid}`);
  files.forEach((file) => rmSync(file, { force: true }));
  processes.forEach(({ pid }) => process.kill(pid, 'SIGUSR2'));
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(10)) if (files.every((file) => existsSync(file))) return files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  throw new Error('the product does not say how late its event loop is');
}

/** Stands where no request may arrive. */
async function startCanary() {
  let heard = 0;
  const server = createServer((_request, response) => {
    heard += 1;
    response.end('{}');
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, heard: () => heard, close: () => server.close() };
}
