// npm start: installs what is missing, builds, starts the embedded product and keeps running.
import v8 from 'node:v8';
import { checkNode, ensureBuilt, ensureInstalled, ROOT } from './run/prepare.mjs';

checkNode();
ensureInstalled();
ensureBuilt();
// The heap would grow to what the machine has; the product needs little.
v8.setFlagsFromString('--max-old-space-size=192');
v8.setFlagsFromString('--max-semi-space-size=8');
process.chdir(process.env.INIT_CWD ?? ROOT);
await import(new URL('../build/turnpike.mjs', import.meta.url).href);
