// How long an import takes and how much memory it has at most, in a process of its own: `measure-import.mjs FILE`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);

/** `{ milliseconds, mebibytes }`: without the start of the process; the peak is the whole process's resident memory. */
export function measureImport(file) {
  const measured = spawnSync(process.execPath, [SELF, file], { encoding: 'utf8' });
  if (measured.status !== 0) throw new Error(`${file} could not be measured: ${measured.stderr}`);
  return JSON.parse(measured.stdout);
}

if (process.argv[1] === SELF) {
  const { importDocument } = await import('@turnpike/domain-openapi');
  const { patternFits } = await import('@turnpike/platform-schema');
  const text = readFileSync(process.argv[2], 'utf8');
  const started = performance.now();
  importDocument({
    text,
    packId: 'measured',
    overlay: null,
    serverUrl: null,
    retrievedFrom: 'https://measured.example/',
    assigned: new Map(),
    patternFits,
  });
  const milliseconds = Math.round(performance.now() - started);
  console.log(JSON.stringify({ milliseconds, mebibytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
}
