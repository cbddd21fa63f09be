import { foundBad, type DoctorFinding } from '@turnpike/contracts';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { examineHere } from '../doctor/examine-here.js';
import { examineServer } from '../doctor/examine-server.js';
import { connect, isConnectedHere } from '../profile/connect.js';
import { environment } from '../profile/environment.js';

/** Looks for what stands between a caller and a run: this machine and its data directory, the server, the credential, packs, providers. */
export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('Say what works and what does not, and what to do about it.')
    .option('--data-dir <dir>', 'look at this data directory of this machine too (default: the usual one, where it exists)')
    .option('--offline', 'look at this machine only');
  command.action(async () => {
    const { client, url, json } = connect(command, 'session');
    const { dataDir, offline = false } = command.opts<{ dataDir?: string; offline?: boolean }>();
    const findings: DoctorFinding[] = [];
    const here = dataDir ?? environment()['TURNPIKE_DATA_DIR'] ?? '.turnpike';
    if (dataDir !== undefined || offline || (isConnectedHere(url) && existsSync(resolve(here))))
      findings.push(...(await examineHere(here)));
    if (!offline) findings.push(...(await examineServer(client, url).catch((error: unknown) => [unreachable(url, error)])));
    if (json) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
    else process.stdout.write(findings.map(line).join(''));
    process.exitCode = findings.every(({ ok }) => ok) ? 0 : 8;
  });
}

const unreachable = (url: string, error: unknown): DoctorFinding =>
  foundBad('server', (error as Error).message, `turnpike start, or name another server with --url (now ${url})`);

const line = ({ check, ok, detail, next }: DoctorFinding): string =>
  `${ok ? 'ok  ' : 'look'}  ${check.padEnd(18)} ${detail}\n${next === null ? '' : `${' '.repeat(25)}→ ${next}\n`}`;
