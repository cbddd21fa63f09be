import { loadConfig } from '@turnpike/platform-config';
import { standaloneConfig } from '../config.js';
import { readFlags } from '../read-flags.js';
import { startStandalone } from '../start-standalone.js';
import { welcome } from '../welcome.js';

/** Starts the product and keeps it until it is asked to stop. */
export async function runStart(words: readonly string[]): Promise<void> {
  const config = loadConfig(standaloneConfig, readFlags(words));
  const running = await startStandalone(config, giveUp);
  const stop = (): void => void running.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(welcome(running));
}

function giveUp(why: string): void {
  process.stderr.write(`${why} Start Turnpike again.\n`);
  process.exit(1);
}
