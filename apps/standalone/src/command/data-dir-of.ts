import { loadConfig } from '@turnpike/platform-config';
import { standaloneConfig } from '../config.js';
import type { ReadWords } from './read-words.js';

const onlyDataDir = standaloneConfig.pick({ dataDir: true });

/** The data directory that a command is about: `--data-dir`, `TURNPIKE_DATA_DIR`, or the usual one. */
export function dataDirOf({ 'data-dir': given }: ReadWords['flags']): string {
  return loadConfig(onlyDataDir, typeof given === 'string' ? { dataDir: given } : {}).dataDir;
}
