// P1: tools_get over HTTP with authentication and permission, into a given turn, against a bare handler making the same prepared call.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startProduct } from '../demo/product.mjs';
import { callerFor } from '../demo/teller.mjs';
import { databaseOf } from './database-of.mjs';
import { inTurns, load, spread } from './load.mjs';

const CAPABILITY = 'credits.balance.read';
const BAR = 0.5;
const CONNECTIONS = 16;

export async function run({ quick = false } = {}) {
  const product = await startProduct();
  const agent = callerFor(product.url, product.apiKey);
  const who = await agent.data('whoami');
  const { tool_turn_token: token } = await agent.data('tools_get', { capability_id: CAPABILITY });
  const bare = await startBare({ url: databaseOf(product.dataDir, 'registry'), workspace: who.workspace.id, principal: who.principal.id, credential: who.principal.id, permissions: who.permissions });
  const body = { capability_id: CAPABILITY, tool_turn_token: token };
  const size = { connections: CONNECTIONS, seconds: quick ? 2 : 5 };
  const ours = () => load({ url: `${product.url}/v1/tools/get`, headers: { authorization: `Bearer ${product.apiKey}` }, body, ...size });
  const theirs = () => load({ url: bare.url, headers: {}, body, ...size });
  try {
    await ours();
    await theirs();
    const { a, b, ratios } = await inTurns(quick ? 3 : 5, ours, theirs);
    const ratio = spread(ratios, 2);
    const met = ratio.median >= BAR;
    return { id: 'P1', met, lines: [`get over HTTP ${spread(a).text} a second`, `bare handler   ${spread(b).text} a second`, `ratio ${ratio.text}; bar ≥ ${BAR}: P1 ${met ? 'met' : 'not met'}`] };
  } finally {
    bare.stop();
    await product.stop();
    product.remove();
  }
}

function startBare(settings) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-get.mjs', import.meta.url)), JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve({ url: String(chunk).trim(), stop: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`the bare handler ended with ${code}`)));
  });
}
