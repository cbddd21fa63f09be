import { restore, type Restored } from '../backup/restore.js';
import { dataDirOf } from './data-dir-of.js';
import { NotUnderstood, readWords } from './read-words.js';

const USAGE = 'turnpike restore FILE (--master-key COPY-OF-master.key | --without-key) [--data-dir DIR]';

/** `turnpike restore FILE`. */
export async function runRestore(given: readonly string[]): Promise<string> {
  const { words, flags } = readWords(USAGE, given, { words: 1, values: ['data-dir', 'master-key'], switches: ['without-key'] });
  const key = typeof flags['master-key'] === 'string' ? flags['master-key'] : null;
  if ((key === null) !== (flags['without-key'] === true))
    throw new NotUnderstood(
      `The key that opens the providers' credentials is not in a backup: give --master-key FILE, or --without-key to connect every provider anew.\nusage: ${USAGE}`,
    );
  return describe(await restore({ file: words[0] ?? '', dataDir: dataDirOf(flags), keyFile: key }));
}

function describe({ dataDir, about, eras, unknownRuns, lostConnections, signInCode }: Restored): string {
  const lines = [
    `${dataDir} is as it was at ${about.made_at}. Its versions begin anew at era ${Math.max(...Object.values(eras))}; every tool turn and session of before is over.`,
  ];
  if (unknownRuns > 0) lines.push(`  ${unknownRuns} runs had not ended when the backup was made. They are unknown: look at the providers.`);
  if (lostConnections > 0) lines.push(`  ${lostConnections} connections have no credential any more: turnpike connections create …`);
  if (signInCode !== null) lines.push(`  owner sign-in code (once)    ${signInCode}`);
  lines.push('  API keys that were revoked after the backup work again: turnpike admin api-keys list');
  lines.push(`  start it with: turnpike start --data-dir ${dataDir}`);
  return lines.join('\n');
}
