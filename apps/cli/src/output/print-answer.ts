import { REFUSALS, type Envelope, type Refusal } from '@turnpike/contracts';
import { hideTokens } from '@turnpike/sdk';
import { printData } from './print-data.js';

/** Prints an answer and gives the exit code of its family: 0 for success. */
export function printAnswer(name: string, envelope: Envelope, json: boolean): number {
  const shown = hideTokens(envelope) as Envelope;
  if (json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  else if (shown.ok) printData(name, shown.data);
  else printRefusal(shown.error);
  return envelope.ok ? 0 : REFUSALS[envelope.error.code].exit;
}

function printRefusal(error: Refusal): void {
  const lines = [`${error.code}: ${error.message}`];
  const { details, repair } = error;
  for (const [name, value] of Object.entries(details)) lines.push(`  ${name}: ${JSON.stringify(value)}`);
  if (repair) lines.push(`  next: ${repair.instruction}`);
  if (repair?.control) lines.push(`        ${repair.control} ${JSON.stringify(repair.arguments)}`);
  process.stderr.write(`${lines.join('\n')}\n`);
}
