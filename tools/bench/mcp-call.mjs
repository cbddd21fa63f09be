// P5: tools/call of whoami through the MCP door (authentication, permission, validation, both forms of the answer) against the official
// SDK's server answering the same tool, and against a bare JSON-RPC handler that answers the same bytes. Each in a process of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startProduct } from '../demo/product.mjs';
import { ensureJudges } from '../mcp/prepare.mjs';
import { inTurns, load, spread } from './load.mjs';

const [OVER_SDK, OVER_BARE] = [5, 0.5];
const CONNECTIONS = 16;
const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol/';

export async function run({ quick = false } = {}) {
  ensureJudges();
  const product = await startProduct();
  const headers = { authorization: `Bearer ${product.apiKey}`, accept: 'application/json, text/event-stream' };
  const stateless = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'whoami' };
  const _meta = { [`${META}protocolVersion`]: VERSION, [`${META}clientCapabilities`]: {}, [`${META}clientInfo`]: { name: 'bench', version: '1' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {}, _meta } };
  const answer = await (await fetch(`${product.url}/mcp`, { method: 'POST', headers: { ...headers, ...stateless, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  const envelope = answer.result.structuredContent;
  const servers = [await start('bare-mcp.mjs', answer.result), await start('sdk-mcp.mjs', envelope)];
  const [bareUrl, sdkUrl] = servers.map(({ url }) => url);
  const size = { connections: CONNECTIONS, seconds: quick ? 2 : 5, body };
  const ours = () => load({ url: `${product.url}/mcp`, headers: { ...headers, ...stateless }, ...size });
  const bare = () => load({ url: bareUrl, headers: { ...headers, ...stateless }, ...size });
  const sdk = () => load({ url: sdkUrl, headers: { ...headers, ...stateless }, ...size });
  try {
    for (const warm of [ours, bare, sdk]) await warm();
    const rounds = quick ? 3 : 5;
    const toBare = await inTurns(rounds, ours, bare);
    const toSdk = await inTurns(rounds, ours, sdk);
    const [overBare, overSdk] = [spread(toBare.ratios, 2), spread(toSdk.ratios, 2)];
    const met = overBare.median >= OVER_BARE && overSdk.median >= OVER_SDK;
    return {
      id: 'P5',
      met,
      lines: [
        `tools/call of whoami  ${spread([...toBare.a, ...toSdk.a]).text} a second`,
        `bare JSON-RPC handler ${spread(toBare.b).text} a second; ratio ${overBare.text}, bar ≥ ${OVER_BARE}`,
        `official SDK's server ${spread(toSdk.b).text} a second; ratio ${overSdk.text}, bar ≥ ${OVER_SDK}: P5 ${met ? 'met' : 'not met'}`,
      ],
    };
  } finally {
    servers.forEach(({ stop }) => stop());
    await product.stop();
    product.remove();
  }
}

function start(file, answer) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../mcp/bench/${file}`, import.meta.url)), JSON.stringify(answer)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve({ url: String(chunk).trim(), stop: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}
