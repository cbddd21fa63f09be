// Load: agents that run through the REST door at concurrency, and one changer for each part. What only the outside knows is noted here.
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './clock.mjs';
import { freeOf, GUARDED, PACKS, PAID } from './scene.mjs';

const AGENTS = { ...Object.fromEntries(PACKS.map((pack) => [freeOf(pack), 3])), [GUARDED]: 4, [PAID]: 1 };
const anyPack = () => PACKS[Math.floor(Math.random() * PACKS.length)];
let calls = 0;
let made = 0;
let role = 'agent';

export const newNotes = () => ({ roles: [], connections: [], prices: [], quotes: [], outcomes: {}, changes: {} });

/** Runs until `until()` says so. Product gone or mid-restart: tried again. */
export async function drive(stage, notes, until, pauseMs) {
  const agents = Object.entries(AGENTS).flatMap(([id, many]) => Array.from({ length: many }, () => runAgent(stage, notes, id, until)));
  const changers = Object.entries(changersOf(stage, notes)).map(([part, change]) => runChanger(notes, part, change, until, pauseMs));
  await Promise.all([...agents, ...changers]);
  if (role !== 'agent') await insist(() => changersOf(stage, notes).permission());
}

async function runAgent(stage, notes, id, until) {
  const as = id === GUARDED ? stage.guarded : stage.key;
  let token = null;
  while (!until()) {
    try {
      if (token === null) {
        const got = await as.call('tools_get', { capability_id: id });
        token = got.ok ? got.data.tool_turn_token : null;
        if (!got.ok) await sleep(5);
        continue;
      }
      const params = { id: `call-${(calls += 1)}` };
      const start = now();
      const answer = await as.call('tools_run', { capability_id: id, params, mode: 'live', tool_turn_token: token });
      const code = answer.ok ? answer.data.state : answer.error.code;
      notes.outcomes[code] = (notes.outcomes[code] ?? 0) + 1;
      if (code === 'quote_required') notes.quotes.push({ start, version: answer.error.details.estimate.price_version });
      if (!answer.ok && code !== 'quote_required') token = null;
      if (code === 'permission_denied' || code === 'quote_required') await sleep(5);
    } catch {
      notes.outcomes.unanswered = (notes.outcomes.unanswered ?? 0) + 1;
      token = null;
      await sleep(50);
    }
  }
}

async function runChanger(notes, part, change, until, pauseMs) {
  while (!until()) {
    await sleep(Math.random() * pauseMs * 2);
    try {
      await change();
      notes.changes[part] = (notes.changes[part] ?? 0) + 1;
    } catch (error) {
      notes.refusedChange = String(error.message);
      await sleep(50);
    }
  }
}

function changersOf(stage, notes) {
  return {
    contract: () => stage.publishNew(anyPack()),
    pack: () => stage.key.data('packs_share', { pack_id: anyPack(), with: [`ws_nobody_${(made += 1)}`] }),
    install: () => stage.key.data('installs_enable', { pack_id: anyPack(), settings: { n: (made += 1) } }),
    connection: async () => {
      const token = `token-${now()}`;
      const { version } = await stage.owner.data('connections_create', { provider_id: anyPack(), credential: { type: 'bearer', token } });
      notes.connections.push({ version: String(version), token });
    },
    price: async () => {
      const { version } = await stage.owner.data('prices_set', { capability_id: PAID, per_call: String(1 + (made += 1) / 1000) });
      notes.prices.push({ version, ack: now() });
    },
    permission: async () => {
      const to = role === 'agent' ? 'viewer' : 'agent';
      const change = { to, start: now(), ack: null };
      notes.roles.push(change);
      await stage.owner.data('members_set_role', { principal_id: stage.guardedId, role: to });
      change.ack = now();
      role = to;
    },
  };
}

async function insist(work) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(200);
    }
  }
}
