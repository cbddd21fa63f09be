// The judge of R1: reads a history and says which admissions were stale. It shares no code with the product and none with what drove it:
// it knows only what the history file says and the rule. Usage: node judge-r1.mjs history.json
//
// The rule. For an admitted run r (one that reached `running`) and a change p of a part that r depends on, either r was checked before p
// was committed, or r carries p's version. Checked is: contract, pack and install when the redeem committed; connection when the create
// committed and again whenever a claim did. So what r carries must be what stood at that commit. Permission: no run whose authorize began
// after a revoke was acknowledged. Price: this build admits no priced run; no quote says a price older than one acknowledged before the call.
import { readFileSync } from 'node:fs';

const history = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const PARTS = ['contract', 'pack', 'install', 'connection', 'price', 'permission'];
const violations = Object.fromEntries([...PARTS, 'digest', 'redeem', 'credential'].map((part) => [part, []]));

const lines = new Map();
for (const { part, key, value, digest, at } of history.changes) {
  const name = `${part} ${key}`;
  if (!lines.has(name)) lines.set(name, []);
  lines.get(name).push({ value, digest, at: Number(at) });
}
for (const line of lines.values()) line.sort((a, b) => a.at - b.at);

function stoodAt(part, key, at) {
  const line = lines.get(`${part} ${key}`) ?? [];
  let found = null;
  for (let low = 0, high = line.length - 1; low <= high;) {
    const middle = (low + high) >> 1;
    if (line[middle].at <= at) {
      found = line[middle];
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
}

function expectStood(part, key, at, carried, run) {
  const stood = stoodAt(part, key, at);
  if (stood?.value !== carried)
    violations[part].push({ run: run.run_id, key, carried, stood: stood?.value ?? null, late_us: stood ? at - stood.at : null });
  return stood;
}

const redeemsOf = new Map();
for (const redeem of history.redeems) {
  const name = `${redeem.turn_id} ${redeem.capability}`;
  if (!redeemsOf.has(name)) redeemsOf.set(name, []);
  redeemsOf.get(name).push({ ...redeem, at: Number(redeem.at) });
}

const authorizations = new Map(history.authorizations.map((each) => [each.request_id, each]));
const tokenOf = new Map(history.connections.map(({ version, token }) => [version, token]));
const sent = new Map();
for (const { id, token } of history.provider) sent.set(id, [...(sent.get(id) ?? []), token]);

const admitted = history.runs.filter(({ running_at }) => running_at.length > 0);
for (const run of admitted) {
  judgeRedeem(run);
  if (run.provider_id !== null) judgeConnection(run);
  if (run.principal_id === history.guarded) judgePermission(run);
}
for (const quote of history.quotes) {
  const known = history.prices.filter(({ ack }) => ack < quote.start).reduce((most, { version }) => Math.max(most, version), 0);
  if (quote.version < known) violations.price.push({ carried: quote.version, stood: known });
}

/** Calls in one turn come one after another, so a run's redeem is the last of its turn before the run was created. */
function judgeRedeem(run) {
  const created = Number(run.created_at);
  const redeem = (redeemsOf.get(`${run.turn_id} ${run.capability_id}`) ?? [])
    .filter(({ at }) => at <= created)
    .sort((a, b) => b.at - a.at)[0];
  if (!redeem) return void violations.redeem.push({ run: run.run_id });
  const { vector, at, owner } = redeem;
  const pack = run.capability_id.split('.')[0];
  const contract = expectStood('contract', `${owner}/${run.capability_id}`, at, String(run.contract_version), run);
  if (vector.contract !== String(run.contract_version) || contract?.digest !== run.digest)
    violations.digest.push({ run: run.run_id, vector: vector.contract, version: run.contract_version });
  expectStood('pack', `${owner}/${pack}`, at, vector.pack, run);
  expectStood('install', `${run.workspace_id}/${pack}`, at, vector.install, run);
}

/** A run that was given back is claimed again: each claim is judged. */
function judgeConnection(run) {
  const key = `${run.workspace_id}/${run.provider_id}`;
  for (const at of [run.created_at, ...run.running_at]) expectStood('connection', key, Number(at), run.v_connection, run);
  const expected = tokenOf.get(run.v_connection);
  for (const token of sent.get(run.call) ?? [])
    if (expected !== undefined && token !== expected) violations.credential.push({ run: run.run_id, expected, token });
}

function judgePermission(run) {
  const asked = authorizations.get(run.request_id);
  if (!asked) return void violations.permission.push({ run: run.run_id, why: 'nobody asked' });
  const last = history.roles.findLastIndex(({ ack }) => ack !== null && ack < asked.start);
  const revoked = history.roles[last]?.to === 'viewer';
  // A grant that was under way meanwhile may have come first.
  const granted = history.roles.slice(last + 1).some(({ to, start }) => to === 'agent' && start <= asked.end);
  if (revoked && !granted) violations.permission.push({ run: run.run_id, revoked: history.roles[last], asked });
}

const counted = Object.fromEntries(PARTS.map((part) => [part, history.changes.filter((change) => change.part === part).length]));
counted.permission = history.roles.filter(({ ack }) => ack !== null).length;
const summary = Object.fromEntries(Object.entries(violations).map(([part, found]) => [part, found.length]));
const examples = Object.fromEntries(
  Object.entries(violations).flatMap(([part, found]) => (found.length > 0 ? [[part, found.slice(0, 3)]] : [])),
);
console.log(
  JSON.stringify({ admissions: admitted.length, quotes: history.quotes.length, changes: counted, violations: summary, examples }),
);
