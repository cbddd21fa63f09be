import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HERE } from '../prepare.mjs';

const VERSION = '4.2.3';
const VENV = join(HERE, '.venv');

/** fastmcp, in Python, in an environment of its own. */
export async function open({ url, key }) {
  prepare();
  const child = spawn(join(VENV, 'bin/python'), [join(HERE, 'clients/drive_fastmcp.py'), url, key], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('fastmcp ended');
    return JSON.parse(value);
  };
  await next();
  const ask = (asked) => {
    child.stdin.write(`${JSON.stringify(asked)}\n`);
    return next();
  };
  return {
    speaks: `fastmcp ${VERSION}`,
    list: () => ask({ method: 'list' }),
    call: (name, args) => ask({ method: 'call', name, arguments: args }),
    close: async () => {
      child.stdin.end();
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

function prepare() {
  if (existsSync(join(VENV, 'bin/fastmcp'))) return;
  const steps = [
    ['python3', ['-m', 'venv', VENV]],
    [join(VENV, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', `fastmcp==${VERSION}`]],
  ];
  for (const [program, words] of steps) {
    const done = spawnSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (done.status !== 0) throw new Error(`${program} ${words.join(' ')} failed: Python 3.10 or later with venv is needed for this client`);
  }
}
