import { REFUSALS, type Envelope, type Issue, type Refusal, type RefusalCode } from '@turnpike/contracts';
import { hideTokens } from '@turnpike/sdk';
import { nextCommand } from './next-command.js';
import { printData } from './print-data.js';

export interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Prints an answer and gives the exit code of its family: 0 for success. */
export function printAnswer(name: string, envelope: Envelope, { json, quiet }: Shown): number {
  const shown = hideTokens(envelope) as Envelope;
  if (json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  else if (shown.ok) printData(name, shown.data, quiet);
  else printRefusal(shown.error);
  return envelope.ok ? 0 : REFUSALS[envelope.error.code].exit;
}

/** What a person types where no call repairs it. */
const BY_HAND: Partial<Record<RefusalCode, string>> = {
  unauthenticated: 'turnpike login --api-key <key>',
  owner_session_required: 'turnpike login',
  permission_denied: 'turnpike whoami',
  scope_missing: 'turnpike whoami',
  unavailable: 'turnpike doctor',
  internal: 'turnpike doctor',
};

const issueLine = ({ pointer, message, file, line, allowed, nearest }: Issue): string => {
  const place = file === undefined ? pointer || '/' : `${file}:${line ?? 1}`;
  const more = [allowed && `allowed: ${allowed.map((each) => JSON.stringify(each)).join(', ')}`, nearest && `did you mean ${nearest}?`];
  return `  ${[place, message, ...more.filter(Boolean)].join('  ')}`;
};

function printRefusal(error: Refusal): void {
  const lines = [`${error.code}: ${error.message}`];
  const { details, repair } = error;
  for (const [name, value] of Object.entries(details)) {
    if (name === 'issues' && Array.isArray(value)) lines.push(...(value as unknown as Issue[]).map(issueLine));
    else lines.push(`  ${name}: ${JSON.stringify(value)}`);
  }
  const command = (repair && nextCommand(repair)) ?? BY_HAND[error.code];
  if (repair) lines.push(`  next: ${repair.instruction}`);
  if (command !== undefined) lines.push(`        ${command}`);
  process.stderr.write(`${lines.join('\n')}\n`);
}
