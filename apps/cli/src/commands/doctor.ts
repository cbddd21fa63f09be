import { integrationsList, packsList, whoami, type Envelope } from '@turnpike/contracts';
import type { Command } from 'commander';
import { connect } from '../profile/connect.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Looks for what stands between a caller and a run: the server, the credential, empty packs, providers that are not connected. */
export function addDoctor(program: Command): void {
  const command = program.command('doctor').description('Say what works and what does not, and what to do about it.');
  command.action(async () => {
    const { client, url, json } = connect(command, 'key');
    const findings: Finding[] = [];
    const who = await client.call(whoami, {});
    findings.push({ check: 'server', ok: true, detail: `Turnpike answers at ${url}` }, describeCaller(who.envelope));
    if (who.envelope.ok) {
      findings.push(
        ...describePacks((await client.call(packsList, {})).envelope),
        ...describeProviders((await client.call(integrationsList, {})).envelope),
      );
    }
    if (json) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
    else for (const { check, ok, detail } of findings) process.stdout.write(`${ok ? 'ok  ' : 'look'}  ${check.padEnd(12)} ${detail}\n`);
    process.exitCode = findings.every(({ ok }) => ok) ? 0 : 8;
  });
}

function describeCaller(envelope: Envelope): Finding {
  if (!envelope.ok)
    return { check: 'credential', ok: false, detail: `${envelope.error.message} ${envelope.error.repair?.instruction ?? ''}`.trim() };
  const { principal, workspace, roles } = envelope.data as {
    principal: { name: string; kind: string };
    workspace: { name: string };
    roles: string[];
  };
  return { check: 'credential', ok: true, detail: `${principal.name} (${principal.kind}, ${roles.join(', ')}) in ${workspace.name}` };
}

function describePacks(envelope: Envelope): Finding[] {
  if (!envelope.ok) return [{ check: 'packs', ok: false, detail: envelope.error.message }];
  const { packs } = envelope.data as { packs: { pack_id: string; capabilities: number; ready: number }[] };
  if (packs.length === 0) return [{ check: 'packs', ok: false, detail: 'no pack is enabled: turnpike import <pack> <openapi document>' }];
  return packs.map(({ pack_id, capabilities, ready }) => ({
    check: `pack ${pack_id}`,
    ok: ready > 0 || capabilities === 0,
    detail: `${ready} of ${capabilities} capabilities can be run`,
  }));
}

function describeProviders(envelope: Envelope): Finding[] {
  if (!envelope.ok) return [{ check: 'providers', ok: false, detail: envelope.error.message }];
  const { integrations } = envelope.data as { integrations: { provider_id: string; state: string; capabilities: number }[] };
  return integrations.map(({ provider_id, state, capabilities }) => ({
    check: `provider ${provider_id}`,
    ok: state === 'connected',
    detail:
      state === 'connected'
        ? 'connected'
        : `${state}: ${capabilities} capabilities wait; turnpike connections create ${provider_id} --credential '{"type":"bearer","token":"…"}'`,
  }));
}
