// The embedded product as apps/standalone puts it together, in a process of its own that may be killed, with seams between gateway and
// services: what crosses them is noted, and the parent can stop the relay, trouble the bus, reopen the registry or kill the process
// between a redeem and its create.
import 'reflect-metadata';
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '@turnpike/app-gateway';
import { startRegistry } from '@turnpike/app-contract-registry';
import { firstOwner } from '@turnpike/app-rbac';
import { systemClock } from '@turnpike/kernel';
import { InProcessTransport, TransportUnavailable } from '@turnpike/platform-messaging';
import { deriveKey, loadOrCreateMasterKey, SecretBox } from '@turnpike/platform-secrets';
import { createLogger } from '@turnpike/platform-telemetry';
import { inProcessClients } from '../../../apps/standalone/dist/in-process-clients.js';
import { startServices } from '../../../apps/standalone/dist/start-services.js';
import { now } from './clock.mjs';

const { dataDir, databaseUrl, port } = JSON.parse(process.argv[2]);
mkdirSync(dataDir, { recursive: true });
const logger = createLogger({ name: 'turnpike', level: 'fatal' });
const master = loadOrCreateMasterKey(join(dataDir, 'master.key'));
const keys = { service: [deriveKey(master, 'service-credentials')], admission: [deriveKey(master, 'admissions')] };
const secrets = new SecretBox([deriveKey(master, 'sealed-secrets')], master.id);
const urlOf = (name) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;

const transport = new InProcessTransport({ logger });
let relayStopped = false;
const publish = transport.publish.bind(transport);
transport.publish = async (record) => {
  if (relayStopped) throw new TransportUnavailable('the relay is stopped');
  return publish(record);
};

const running = await startServices({ urlOf, transport, keys, secrets, logger, clock: systemClock });
const services = { ...running.services };
const clients = inProcessClients(services, keys.service, systemClock);

// Lines are written before the answer is used, so that a kill loses none.
const authorizations = openSync(join(dataDir, 'authorizations.jsonl'), 'a');
const authorize = clients.rbac.authorize;
const create = clients.orchestrator.create;
let beforeCreate = null;
const watched = {
  ...clients,
  rbac: {
    ...clients.rbac,
    authorize: async (context, request) => {
      const start = now();
      const answer = await authorize(context, request);
      writeSync(authorizations, `${JSON.stringify({ request_id: context.request_id, start, end: now(), allowed: answer.allowed })}\n`);
      return answer;
    },
  },
  orchestrator: {
    ...clients.orchestrator,
    create: async (context, request) => {
      const first = beforeCreate;
      beforeCreate = null;
      if (first) await first();
      return create(context, request);
    },
  },
};

const gateway = await startGateway({
  clients: watched,
  transport,
  clock: systemClock,
  logger,
  settings: { publicUrl: `http://127.0.0.1:${port}`, importAllow: [] },
  sessionKeys: [deriveKey(master, 'mcp-sessions')],
  listen: { host: '127.0.0.1', port },
});
transport.open();
const first = await firstOwner(running.databases.rbac, { email: 'owner@proof.example', workspaceName: 'Proof' });

async function reopenRegistry() {
  await services.registry.close();
  services.registry = await startRegistry({ database: running.databases.registry, transport, keys, clock: systemClock, logger });
}

/** Takes effect with the next run that was redeemed and is not created yet; answers when it is over. */
const betweenRedeemAndCreate = (work) =>
  new Promise((resolve, reject) => {
    beforeCreate = () => work().then(resolve, reject);
  });

const COMMANDS = {
  'stop relay': () => void (relayStopped = true),
  'let relay go on': () => void (relayStopped = false),
  misbehave: () => transport.misbehave({ duplicate: 0.5, reorder: 0.5, delay: 0.3, withinMs: 60, random: Math.random }),
  behave: async () => {
    transport.misbehave();
    await transport.calm();
  },
  'reopen registry': () => betweenRedeemAndCreate(reopenRegistry),
  die: () => betweenRedeemAndCreate(async () => process.kill(process.pid, 'SIGKILL')),
  close: async () => {
    await gateway.close();
    await running.close();
  },
};

process.on('message', async ({ id, command }) => {
  try {
    await COMMANDS[command]();
    process.send({ id, ok: true });
  } catch (error) {
    process.send({ id, ok: false, error: String(error?.stack ?? error) });
  }
  if (command === 'close') process.exit(0);
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true, url: gateway.url, first });
