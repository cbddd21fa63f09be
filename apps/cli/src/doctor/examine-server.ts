import {
  addressesCheck,
  foundBad,
  foundGood,
  integrationsList,
  LIMITS,
  packsList,
  whoami,
  type DoctorFinding,
  type Envelope,
} from '@turnpike/contracts';
import { PRODUCT_VERSION } from '@turnpike/kernel';
import type { TurnpikeClient } from '@turnpike/sdk';
import { describeAddresses, describeCaller, describePacks, describeProviders } from './describe-answers.js';

/** What a server says of itself, of the caller, and of everything the caller's workspace can call. */
export async function examineServer(client: TurnpikeClient, url: string): Promise<DoctorFinding[]> {
  const findings = [...(await examineHealth(url))];
  const ask = async (definition: Parameters<TurnpikeClient['call']>[0]): Promise<Envelope> => (await client.call(definition, {})).envelope;
  const who = await ask(whoami);
  findings.push(describeCaller(who));
  if (!who.ok) return findings;
  findings.push(...describePacks(await ask(packsList)), ...describeProviders(await ask(integrationsList)));
  findings.push(...describeAddresses(await ask(addressesCheck)));
  return findings;
}

async function examineHealth(url: string): Promise<DoctorFinding[]> {
  const asked = Date.now();
  const response = await fetch(`${url}/healthz`).catch((error: unknown) => {
    throw new Error(`no Turnpike answers at ${url}: ${(error as { cause?: { code?: string } }).cause?.code ?? String(error)}`);
  });
  const took = Date.now() - asked;
  const { version } = (await response.json().catch(() => ({}))) as { version?: string };
  return [
    foundGood('server', `Turnpike answers at ${url} in ${took} ms`),
    compareVersions(version),
    compareClocks(response.headers.get('date')),
  ];
}

function compareVersions(server: string | undefined): DoctorFinding {
  if (server === PRODUCT_VERSION) return foundGood('version', `${server}, here and there`);
  const said = `the server is ${server ?? 'of unknown version'}, this command line is ${PRODUCT_VERSION}`;
  return foundBad('version', said, 'use the command line of the same version as the server');
}

/** A credential's life and a turn's are measured by the server's clock: beyond this people wonder why they end early. */
function compareClocks(date: string | null): DoctorFinding {
  // The header has whole seconds.
  const off = date === null ? 0 : Math.round((Date.now() - Date.parse(date) - 500) / 1_000) * 1_000;
  return Math.abs(off) <= LIMITS.clockSkewMs
    ? foundGood('clock', "this machine's clock and the server's agree")
    : foundBad(
        'clock',
        `this machine's clock is ${Math.abs(off / 1000)} s ${off > 0 ? 'ahead of' : 'behind'} the server's`,
        'set both clocks by NTP',
      );
}
