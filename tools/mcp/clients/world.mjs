// A Turnpike of its own with the sandbox's pack, connected and ready, and somebody who changes a contract under a client's feet.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@turnpike/app-sandbox-provider';
import { startProduct } from '../../demo/product.mjs';
import { callerFor } from '../../demo/teller.mjs';
import { ROOT } from '../../run/prepare.mjs';

const TOKEN = 'transcript-provider-token';
export const CAPABILITY = 'sandbox.contacts.create';

export async function openWorld() {
  const sandbox = await startSandbox({ port: 0, token: TOKEN });
  const product = await startProduct();
  const admin = callerFor(product.url, product.apiKey);
  const { session_token: session } = await admin.data('sessions_create', { code: product.signInCode, new_password: randomUUID() });
  const owner = callerFor(product.url, session);
  const own = (name, args) => owner.data(name, args, { idempotencyKey: randomUUID() });
  await own('egress_set', { allow: [new URL(sandbox.url).host] });
  const document = await (await fetch(`${sandbox.url}/openapi.json`)).json();
  const overlay = JSON.parse(readFileSync(join(ROOT, 'apps/sandbox-provider/overlay.json'), 'utf8'));
  const { summary: _summary, title: _title, ...create } = overlay.operations['POST /v1/contacts'];
  overlay.operations['POST /v1/contacts'] = create;
  let edition = 0;
  const publish = async () => {
    document.paths['/v1/contacts'].post.summary = `Add a contact to the shared address book (edition ${++edition}).`;
    await admin.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(document), overlay });
  };
  await publish();
  await own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: TOKEN } });
  await untilReady(admin);
  return {
    url: `${product.url}/mcp`,
    key: product.apiKey,
    change: publish,
    contact: async (id) => (await fetch(`${sandbox.url}/v1/contacts/${id}`, { headers: { authorization: `Bearer ${TOKEN}` } })).json(),
    close: async () => {
      await product.stop();
      await sandbox.close();
      product.remove();
    },
  };
}

async function untilReady(admin) {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await admin.data('tools_search', { goal: 'add a contact' });
    if (found.runnable_contracts.some(({ capability_id }) => capability_id === CAPABILITY)) return;
  }
  throw new Error(`${CAPABILITY} did not become ready`);
}
