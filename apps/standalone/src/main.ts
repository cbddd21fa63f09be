import 'reflect-metadata';
import { ConfigError, loadConfig } from '@turnpike/platform-config';
import { standaloneConfig } from './config.js';
import { describeFailure } from './describe-failure.js';
import { readFlags } from './read-flags.js';
import { startStandalone } from './start-standalone.js';
import { welcome } from './welcome.js';

async function main(): Promise<void> {
  const config = loadConfig(standaloneConfig, readFlags(process.argv.slice(2)));
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

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
});
