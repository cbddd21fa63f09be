import { configFromEnvironment } from './config.js';
import { startSandbox } from './start-sandbox.js';

try {
  const config = configFromEnvironment();
  const sandbox = await startSandbox(config);
  process.stdout.write(
    `sandbox provider listening on ${sandbox.url} (document at ${sandbox.url}/openapi.json), bearer token ${config.token}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} catch (error) {
  process.stderr.write(`sandbox provider cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
