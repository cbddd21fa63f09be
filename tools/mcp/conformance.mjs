// R7: the public conformance suite against the door of the product, for both revisions. Every check that fails must be waived, and every
// waiver must still be needed. `node tools/mcp/conformance.mjs [2025-11-25|2026-07-28]`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ensureJudges, HERE, newerNode } from './prepare.mjs';
import { WAIVERS } from './waivers.mjs';

const SUITE_MS = 300_000;
const revisions = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WAIVERS);
ensureJudges();
const { worker, url } = await startFixture();
let bad = 0;
for (const revision of revisions) bad += judge(revision, run(revision));
await worker.terminate();
process.exit(bad === 0 ? 0 : 1);

/** In a thread of its own, since the suite is waited for. */
function startFixture() {
  const worker = new Worker(`import('${new URL('./fixture-server.mjs', import.meta.url)}').then(({ startFixture }) => startFixture()).then(({ url }) => require('node:worker_threads').parentPort.postMessage(url))`, { eval: true });
  return new Promise((resolve, reject) => {
    worker.once('message', (url) => resolve({ worker, url }));
    worker.once('error', reject);
  });
}

/** Scenario → the ids of its checks by status. */
function run(revision) {
  const out = mkdtempSync(join(tmpdir(), 'turnpike-conformance-'));
  const suite = join(HERE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const ran = spawnSync(newerNode(), [suite, 'server', '--url', url, '--requirements', revision, '-o', out], { encoding: 'utf8', timeout: SUITE_MS });
  const scenarios = [...ran.stdout.matchAll(/=== Running scenario: (\S+) ===/g)].map((match) => match[1]);
  const unscored = new Set([...ran.stdout.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map((match) => match[1]));
  const folders = readdirSync(out);
  const results = scenarios.map((scenario) => {
    const folder = folders.find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
    const checks = folder ? JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')) : [];
    return { scenario, scored: !unscored.has(scenario), checks };
  });
  rmSync(out, { recursive: true, force: true });
  if (results.length === 0) throw new Error(`the suite ran nothing: ${ran.stdout}${ran.stderr}`);
  return results;
}

/** Prints the counts and each waiver; answers how many things are not as they must be. */
function judge(revision, results) {
  const waivers = WAIVERS[revision];
  const problems = [];
  const lines = [];
  let [passed, failed, waived] = [0, 0, 0];
  for (const { scenario, checks } of results) {
    const failing = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    const waiver = waivers[scenario];
    const mayFail = (id) => waiver !== undefined && (waiver.checks === undefined || waiver.checks.includes(id));
    const surprising = failing.filter((id) => !mayFail(id));
    passed += checks.filter(({ status }) => status === 'SUCCESS').length;
    failed += surprising.length;
    waived += failing.length - surprising.length;
    if (checks.length === 0 && waiver === undefined) problems.push(`${scenario} checked nothing`);
    if (surprising.length > 0) problems.push(`${scenario} fails: ${surprising.join(', ')}`);
    if (waiver && failing.length === 0) problems.push(`${scenario} passes and is waived all the same`);
    if (waiver) lines.push(`  waived ${scenario}: ${waiver.reason}`);
  }
  for (const scenario of Object.keys(waivers)) if (!results.some((each) => each.scenario === scenario)) problems.push(`${scenario} is waived and was not run`);
  const scored = results.filter((each) => each.scored);
  const clean = scored.filter(({ scenario }) => !(scenario in waivers)).length;
  console.log(`MCP ${revision}: ${scored.length} scenarios required, ${clean - problems.length} pass whole, ${scored.length - clean} waived; ${results.length - scored.length} more run unscored. Checks: ${passed} passed, ${failed} failed, ${waived} waived.`);
  lines.forEach((line) => console.log(line));
  problems.forEach((problem) => console.log(`  ✗ ${problem}`));
  return problems.length;
}
