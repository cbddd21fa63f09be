import 'reflect-metadata';
import { readConfig } from './config.js';
import { startSandbox } from './start-sandbox.js';

const sandbox = await startSandbox(readConfig(process.env));
process.stdout.write(`sandbox provider listening on ${sandbox.url} (document at ${sandbox.url}/openapi.json)\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
