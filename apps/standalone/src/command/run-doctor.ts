import { examine } from '../doctor/examine.js';
import { dataDirOf } from './data-dir-of.js';
import { readWords } from './read-words.js';

/** `turnpike doctor`, its part that looks at this machine: findings as one JSON document, for the command line to print. */
export async function runDoctor(given: readonly string[]): Promise<string> {
  const { flags } = readWords('doctor [--data-dir DIR]', given, { words: 0, values: ['data-dir'] });
  return JSON.stringify({ findings: await examine(dataDirOf(flags)) });
}
