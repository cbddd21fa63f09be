// npm run proof -- R1 [--quick]: runs one bar of what must hold by its id, prints what ran, and ends with 1 where it does not hold.
import { checkNode, ensureBuilt, ensureInstalled, fail } from '../run/prepare.mjs';

const BARS = { R1: './r1.mjs', R9: './r9.mjs' };

const [id = '', ...flags] = process.argv.slice(2);
const bar = BARS[id.toUpperCase()];
if (!bar) fail(`name a bar: ${Object.keys(BARS).join(', ')}, e.g. npm run proof -- R1 --quick`);
checkNode();
if (!flags.includes('--no-build')) {
  ensureInstalled();
  ensureBuilt();
}
const { prove } = await import(bar);
process.exit((await prove(flags)) ? 0 : 1);
