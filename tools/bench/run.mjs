// npm run bench -- P1 [P4 …] [--quick]: measures a bar of speed by its id. Prints figures; it judges by ratio, never by a time alone.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled, fail } from '../run/prepare.mjs';

const BARS = { P1: './get.mjs', P2: './search.mjs', P4: './admission.mjs', P5: './mcp-call.mjs', P10: './footprint.mjs' };

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const ids = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase());
const unknown = ids.find((id) => !(id in BARS));
if (unknown) fail(`there is no bar ${unknown}; those measured here are ${Object.keys(BARS).join(', ')}`);
checkNode();
ensureInstalled();
ensureBuilt();
console.log(`fdatasync: ${syncRate()} a second on this disk; ${quick ? 'quick' : 'full'} sizes`);
let met = true;
for (const id of ids.length > 0 ? ids : Object.keys(BARS)) {
  console.log(`\n${id}`);
  const { run } = await import(BARS[id]);
  const result = await run({ quick });
  for (const line of result.lines) console.log(`  ${line}`);
  met &&= result.met;
}
process.exit(met ? 0 : 1);

function syncRate() {
  const file = join(tmpdir(), `turnpike-sync-${process.pid}`);
  const handle = openSync(file, 'w');
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < 500; count += 1) {
    writeSync(handle, 'x');
    fdatasyncSync(handle);
  }
  closeSync(handle);
  rmSync(file);
  return Math.round(count / ((performance.now() - started) / 1000));
}
