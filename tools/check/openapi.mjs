// Renders the OpenAPI description from the definitions and lints it with Redocly's recommended rules.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@turnpike/app-gateway';
import { ROOT } from '../run/prepare.mjs';

mkdirSync(join(ROOT, 'build'), { recursive: true });
const file = join(ROOT, 'build/openapi.json');
writeFileSync(file, JSON.stringify(openApiDocument(), null, 2));
const linted = spawnSync('npx', ['redocly', 'lint', file, '--config', join(ROOT, 'tools/check/redocly.yaml')], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
process.exit(linted.status ?? 1);
