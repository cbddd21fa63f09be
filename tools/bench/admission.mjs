// P4: admission of a live free run over HTTP, against pgbench running the statements that it makes, on the same databases on disk. Each
// service has its own database, so the statements are measured one by one and their times added up.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createHash } from 'node:crypto';
import { startProduct } from '../demo/product.mjs';
import { callerFor } from '../demo/teller.mjs';
import { databaseOf } from './database-of.mjs';
import { inTurns, load, spread } from './load.mjs';

const CAPABILITY = 'credits.balance.read';
const BAR = 0.5;
const CONNECTIONS = 16;

export async function run({ quick = false } = {}) {
  if (spawnSync('pgbench', ['--version']).status !== 0) return { id: 'P4', met: false, lines: ['pgbench is not installed: P4 not measured'] };
  const product = await startProduct();
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-pgbench-'));
  try {
    const agent = callerFor(product.url, product.apiKey);
    const who = await agent.data('whoami');
    const { tool_turn_token: token } = await agent.data('tools_get', { capability_id: CAPABILITY });
    const body = { capability_id: CAPABILITY, params: {}, mode: 'live', tool_turn_token: token, wait_ms: 0 };
    const seconds = quick ? 2 : 5;
    const scripts = await writeScripts(product, { who, token, folder });
    const ours = () => load({ url: `${product.url}/v1/tools/run`, headers: { authorization: `Bearer ${product.apiKey}` }, body, connections: CONNECTIONS, seconds });
    // The product stands still meanwhile, so that it does not work on what pgbench writes.
    const theirs = () => paused(product.pid, () => 1 / scripts.map(({ url, file }) => 1 / pgbench(url, file, seconds)).reduce((sum, time) => sum + time, 0));
    await ours();
    const { a, b, ratios } = await inTurns(quick ? 3 : 5, ours, theirs);
    const ratio = spread(ratios, 2);
    const met = ratio.median >= BAR;
    return { id: 'P4', met, lines: [`admitted over HTTP ${spread(a).text} a second, each also carried out`, `the same statements by pgbench ${spread(b).text} a second`, `ratio ${ratio.text}; bar ≥ ${BAR}: P4 ${met ? 'met' : 'not met'}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.stop();
    product.remove();
  }
}

/** The statements of one admission: rbac authorizes, the registry redeems, the orchestrator creates. */
async function writeScripts(product, { who, token, folder }) {
  const quote = (text) => pg.escapeLiteral(String(text));
  const held = `array[${who.permissions.map(quote).join(',')}]`;
  const hash = `'\\x${createHash('sha256').update(token).digest('hex')}'::bytea`;
  const [ws, principal] = [who.workspace.id, who.principal.id];
  const run = await sampleRun(product, who);
  const create = `select create_run(json_populate_record(null::runs, (${asJsonb(run.row)} || jsonb_build_object('run_id', 'run_b' || :a || '_' || :b || '_' || :c, 'admission_id', 'adm_b' || :a || '_' || :b || '_' || :c))::json), (${asJsonb(run.event)} || jsonb_build_object('id', 'ev_b' || :a || '_' || :b || '_' || :c)))`;
  const random = ['a', 'b', 'c'].map((name) => `\\set ${name} random(1, 1000000000)`).join('\n');
  const statements = {
    rbac: `select * from authorize_principal(${quote(ws)}, ${quote(principal)}, ${quote(principal)}, array['admin', 'owner'], now(), '30 minutes');`,
    registry: `select redeem(${quote(ws)}, ${quote(principal)}, ${hash}, ${quote(CAPABILITY)}, ${held}, now(), '900000 milliseconds', true);`,
    orchestrator: `${random}\n${create};`,
  };
  return Object.entries(statements).map(([service, sql]) => {
    const file = join(folder, `${service}.sql`);
    writeFileSync(file, `${sql}\n`);
    return { url: databaseOf(product.dataDir, service), file };
  });
}

/** In base64, since pgbench takes a colon within a text for one of its variables. */
const asJsonb = (value) => `convert_from(decode('${Buffer.from(JSON.stringify(value)).toString('base64')}', 'base64'), 'UTF8')::jsonb`;

/** A run that was really made, and its first fact, to make others like it. It is over, so that nobody claims what pgbench writes. */
async function sampleRun(product) {
  const agent = callerFor(product.url, product.apiKey);
  const { tool_turn_token: token } = await agent.data('tools_get', { capability_id: CAPABILITY });
  const made = await agent.data('tools_run', { capability_id: CAPABILITY, params: {}, mode: 'live', tool_turn_token: token });
  const client = new pg.Client({ connectionString: databaseOf(product.dataDir, 'orchestrator') });
  await client.connect();
  const { rows } = await client.query('select to_json(r) as row from runs r where run_id = $1', [made.run_id]);
  const { rows: events } = await client.query("select event from outbox where key = $1 order by position limit 1", [made.run_id]);
  await client.end();
  return { row: { ...rows[0].row, answer: null }, event: events[0].event };
}

function paused(pid, work) {
  process.kill(pid, 'SIGSTOP');
  try {
    return work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Transactions a second of one script. */
function pgbench(url, file, seconds) {
  const done = spawnSync('pgbench', ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(seconds), '-f', file, url], { encoding: 'utf8' });
  const rate = Number(/tps = ([\d.]+)/.exec(done.stdout)?.[1]);
  if (!rate || /ERROR/.test(done.stderr)) throw new Error(`pgbench: ${done.stderr.slice(0, 500)}`);
  return rate;
}
