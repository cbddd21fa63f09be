import { backUp } from '../backup/back-up.js';
import { dataDirOf } from './data-dir-of.js';
import { readWords } from './read-words.js';

/** `turnpike backup FILE`. */
export async function runBackup(given: readonly string[]): Promise<string> {
  const { words, flags } = readWords('turnpike backup FILE [--data-dir DIR]', given, { words: 1, values: ['data-dir'] });
  const dataDir = dataDirOf(flags);
  const { file, about, files, bytes } = await backUp({ dataDir, file: words[0] ?? '' });
  return [
    `${file} holds everything in ${dataDir} as of ${about.made_at}: ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MiB, read again and whole.`,
    `The key that opens the providers' credentials is not in it: keep a copy of ${dataDir}/master.key (${about.key_id}) somewhere else.`,
    `  restore it with: turnpike restore ${file} --master-key COPY-OF-master.key --data-dir NEW-DIRECTORY`,
  ].join('\n');
}
