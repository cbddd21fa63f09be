// R1: no stale admission. The whole product over a real PostgreSQL, driven through the REST door while every part of the vector changes, in
// five modes; the histories go to a judge that shares no code. Then the fence is broken in the running database, each way once, and the
// judge has to notice.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '@turnpike/platform-persistence';
import { drive, newNotes } from './r1/drive.mjs';
import { readHistory, settle } from './r1/history.mjs';
import { breakIn, INSTRUMENTS, MUTANTS } from './r1/instrument.mjs';
import { setStage, startProvider } from './r1/scene.mjs';
import { startProduct } from './r1/start-product.mjs';

const JUDGE = fileURLToPath(new URL('./judge-r1.mjs', import.meta.url));
const STANDALONE = new URL('../../apps/standalone/dist/index.js', import.meta.url).href;
const DATABASES = ['turnpike_rbac', 'turnpike_registry', 'turnpike_orchestrator', 'turnpike_billing'];
const SIZES = {
  quick: { modeMs: 6_000, mutantMs: 1_500, leastAdmissions: 300, leastChanges: 20, pauseMs: 500 },
  // Each mode goes on until it has its share of the admissions, an hour at most.
  full: { modeMs: 3_600_000, modeAdmissions: 20_500, mutantMs: 5_000, leastAdmissions: 100_000, leastChanges: 100, pauseMs: 400 },
};
const SIGN_IN_EVERY_MS = 240_000;
const MOST_SLICES = 30;

const MODES = [
  { name: 'healthy' },
  { name: 'relay stopped', before: (world) => world.product.tell('stop relay'), after: (world) => world.product.tell('let relay go on') },
  {
    name: 'events duplicated and reordered',
    before: (world) => world.product.tell('misbehave'),
    after: (world) => world.product.tell('behave'),
  },
  {
    name: 'registry closed and opened between redeem and create',
    during: (world) => world.product.tell('reopen registry'),
    everyMs: 1_500,
  },
  { name: 'process killed between redeem and create', during: killAndRestart, everyMs: 1_500 },
];

export async function prove(flags) {
  const size = { ...(flags.includes('--quick') ? SIZES.quick : SIZES.full) };
  const seconds = Number(valueOf(flags, 'seconds'));
  if (seconds > 0) size.modeMs = seconds * 1_000;
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-proof-'));
  const world = {
    folder,
    size,
    notes: newNotes(),
    databases: {},
    stops: [],
    modes: chosen(flags, 'mode', MODES),
    mutants: chosen(flags, 'mutant', MUTANTS),
  };
  try {
    await open(world);
    const held = await proveModes(world);
    const caught = await proveMutants(world);
    return held && caught;
  } finally {
    for (const stop of world.stops.reverse()) await stop().catch((error) => console.error(String(error)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(world) {
  const server = await startEmbeddedPostgres({
    dataDir: join(world.folder, 'postgres'),
    resolveFrom: STANDALONE,
    settings: { track_commit_timestamp: 'on' },
  });
  world.stops.push(() => server.stop());
  await server.createDatabases([...DATABASES, 'turnpike_index']);
  for (const name of DATABASES) {
    world.databases[name] = new pg.Pool({ connectionString: server.url(name), max: 2 });
    world.databases[name].on('error', (error) => console.error(`${name}: ${error.message}`));
    world.stops.push(() => world.databases[name].end());
  }
  world.provider = await startProvider();
  world.stops.push(() => world.provider.close());
  world.settings = { dataDir: join(world.folder, 'data'), databaseUrl: server.url('postgres'), port: await freePort() };
  world.product = await startProduct(world.settings);
  world.stops.push(() => world.product.stop());
  world.door = { url: world.product.url };
  for (const [name, sql] of Object.entries(INSTRUMENTS)) await world.databases[name].query(sql);
  world.stage = await setStage(world.door, world.product.first, world.provider);
  const signingIn = setInterval(() => void world.stage.signInAgain().catch(() => undefined), SIGN_IN_EVERY_MS);
  world.stops.push(async () => clearInterval(signingIn));
}

async function proveModes(world) {
  const since = new Date();
  let killed = 0;
  for (const mode of world.modes) {
    const before = { ...world.notes.outcomes };
    await mode.before?.(world);
    killed += await runFor(world, world.size.modeMs, mode);
    await mode.after?.(world);
    // What a killed process was sending is sent again when its claim has run out; nothing here depends on it.
    const left = await settle(world.databases, mode.during === killAndRestart ? 1_000 : 10_000);
    if (left !== null) console.log(`   not told yet: ${left}`);
    const delta = Object.entries(world.notes.outcomes).map(([code, n]) => `${code} ${n - (before[code] ?? 0)}`);
    console.log(`${mode.name}${mode.during ? ` (${killed} times)` : ''}: ${delta.join(', ')}`);
    if (mode.during) killed = 0;
  }
  const verdict = await judge(world, since, world.notes);
  const total = Object.values(verdict.violations).reduce((sum, n) => sum + n, 0);
  console.log(
    `\nadmissions ${verdict.admissions} (runs that reached running); quotes refused with a price ${verdict.quotes}: no priced run is admitted by this build`,
  );
  console.log(`changes   ${list(verdict.changes)}`);
  console.log(`stale     ${list(verdict.violations)}`);
  if (total > 0) console.log(JSON.stringify(verdict.examples, null, 1));
  const few = Object.entries(verdict.changes).filter(([, n]) => n < world.size.leastChanges);
  if (verdict.admissions < world.size.leastAdmissions) console.log(`too few admissions: at least ${world.size.leastAdmissions} are needed`);
  for (const [part, n] of few) console.log(`too few changes of ${part}: ${n}, at least ${world.size.leastChanges} are needed`);
  return total === 0 && few.length === 0 && verdict.admissions >= world.size.leastAdmissions;
}

async function proveMutants(world) {
  let caught = 0;
  for (const mutant of world.mutants) if (await isCaught(world, mutant)) caught += 1;
  console.log(`\nmutants caught: ${caught} of ${world.mutants.length}`);
  return caught === world.mutants.length;
}

/** A race may not happen in one slice of time: several are given, and the first that shows it is enough. */
async function isCaught(world, mutant) {
  const since = new Date();
  const notes = newNotes();
  const mend = await breakIn(world.databases, mutant);
  let verdict;
  let found = 0;
  for (let slice = 0; slice < MOST_SLICES && found === 0; slice += 1) {
    if (mutant.relayStopped) await world.product.tell('stop relay');
    await drive(world.stage, notes, timer(world.size.mutantMs), 120);
    if (mutant.relayStopped) await world.product.tell('let relay go on');
    await settle(world.databases);
    verdict = await judge(world, since, notes);
    found = mutant.caughtBy.reduce((sum, part) => sum + verdict.violations[part], 0);
  }
  await mend();
  console.log(`${found > 0 ? 'caught' : 'NOT CAUGHT'}: ${mutant.name} (${verdict.admissions} admissions; ${list(verdict.violations)})`);
  if (found === 0) console.log(`   ${list(notes.outcomes)}; changes ${list(notes.changes)}; ${notes.refusedChange ?? ''}`);
  return found > 0;
}

async function runFor(world, ms, mode) {
  const { outcomes } = world.notes;
  const before = outcomes.succeeded ?? 0;
  const over = timer(ms);
  const until = () => over() || (outcomes.succeeded ?? 0) - before >= (world.size.modeAdmissions ?? Infinity);
  let times = 0;
  let underWay = false;
  const trouble = async () => {
    for (let last = Date.now(); mode.during && !until(); await sleep(20)) {
      if (Date.now() - last < mode.everyMs) continue;
      underWay = true;
      await mode.during(world).catch((error) => console.log(`   ${error.message}`));
      underWay = false;
      times += 1;
      last = Date.now();
    }
  };
  // It waits for a run that is redeemed and not created yet: there have to be some until it has come.
  const quiet = () => until() && !underWay;
  await Promise.all([drive(world.stage, world.notes, quiet, world.size.pauseMs), trouble()]);
  return times;
}

/** The process kills itself with the next run that is redeemed and not yet created, and is started again on the same databases. */
async function killAndRestart(world) {
  world.product.tell('die').catch(() => undefined);
  await world.product.gone;
  world.product = await startProduct(world.settings);
}

async function judge(world, since, notes) {
  const authorizations = readFileSync(join(world.settings.dataDir, 'authorizations.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
  const { roles, connections, prices, quotes } = notes;
  const history = {
    ...(await readHistory(world.databases, since)),
    roles,
    connections,
    prices,
    quotes,
    authorizations,
    provider: world.provider.calls,
    guarded: world.stage.guardedId,
  };
  const file = join(world.folder, 'history.json');
  writeFileSync(file, JSON.stringify(history));
  return JSON.parse(execFileSync(process.execPath, [JUDGE, file], { maxBuffer: 64 * 1024 * 1024 }).toString());
}

/** `--mode=kill` takes those whose name holds the word; all without it. */
function chosen(flags, name, all) {
  const word = valueOf(flags, name);
  return word === undefined ? all : all.filter((each) => each.name.includes(word));
}

const valueOf = (flags, name) => flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];

function timer(ms) {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}

const list = (counts) =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
