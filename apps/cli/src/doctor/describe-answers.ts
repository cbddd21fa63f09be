import { foundBad, foundGood, type CheckedAddress, type DoctorFinding, type Envelope } from '@turnpike/contracts';

export function describeCaller(envelope: Envelope): DoctorFinding {
  if (!envelope.ok)
    return foundBad('credential', envelope.error.message, envelope.error.repair?.instruction ?? 'turnpike login, or set TURNPIKE_API_KEY');
  const { principal, workspace, roles } = envelope.data as {
    principal: { name: string; kind: string };
    workspace: { name: string };
    roles: string[];
  };
  return foundGood('credential', `${principal.name} (${principal.kind}, ${roles.join(', ')}) in ${workspace.name}`);
}

export function describePacks(envelope: Envelope): DoctorFinding[] {
  if (!envelope.ok) return [notShown('packs', envelope)];
  const { packs } = envelope.data as { packs: { pack_id: string; capabilities: number; ready: number }[] };
  if (packs.length === 0) return [foundBad('packs', 'no pack is enabled', 'turnpike import <pack> <openapi document>')];
  return packs.map(({ pack_id: id, capabilities, ready }) => {
    const said = `${ready} of ${capabilities} capabilities can be run`;
    return ready > 0 || capabilities === 0
      ? foundGood(`pack ${id}`, said)
      : foundBad(`pack ${id}`, said, `turnpike search --toolset ${id} <goal> says why`);
  });
}

export function describeProviders(envelope: Envelope): DoctorFinding[] {
  if (!envelope.ok) return [notShown('providers', envelope)];
  const { integrations } = envelope.data as { integrations: { provider_id: string; state: string; capabilities: number }[] };
  return integrations.map(({ provider_id: id, state, capabilities }) => {
    if (state === 'connected') return foundGood(`provider ${id}`, 'connected');
    const next =
      state === 'failing'
        ? `turnpike connections test ${id}`
        : `turnpike connections create ${id} --credential '{"type":"bearer","token":"…"}'`;
    return foundBad(`provider ${id}`, `${state}: ${capabilities} capabilities wait`, next);
  });
}

export function describeAddresses(envelope: Envelope): DoctorFinding[] {
  if (!envelope.ok) return [notShown('addresses', envelope)];
  const { addresses, left_out: leftOut } = envelope.data as { addresses: CheckedAddress[]; left_out: number };
  const findings = addresses.map(describeAddress);
  if (leftOut > 0)
    findings.push(foundBad('addresses', `${leftOut} more were not looked at`, 'turnpike admin addresses check --pack-id <pack>'));
  return findings;
}

function describeAddress({
  address,
  reachable,
  message,
  capabilities,
  provider_id: provider,
  egress_rule: rule,
}: CheckedAddress): DoctorFinding {
  const said = `${message} (${capabilities} capabilities call it)`;
  if (reachable) return foundGood(`at ${address}`, said);
  if (rule !== null) return foundBad(`at ${address}`, said, `turnpike admin egress list, then turnpike admin egress set <those>,${rule}`);
  const moved =
    provider === null ? 'turnpike import <pack> <document> --server-url <url>' : `turnpike connections create ${provider} --base-url <url>`;
  return foundBad(`at ${address}`, said, `bring it up, or say where it is: ${moved}`);
}

/** Looking needs a permission that this caller may lack: told, and nothing to mend at the server. */
const notShown = (check: string, envelope: Envelope & { ok: false }): DoctorFinding =>
  envelope.error.code === 'permission_denied'
    ? { check, ok: true, detail: `not looked at: ${envelope.error.message}`, next: 'turnpike login' }
    : foundBad(check, envelope.error.message, envelope.error.repair?.instruction ?? 'read the message');
