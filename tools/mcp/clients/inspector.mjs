import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../run/prepare.mjs';
import { HERE, newerNode } from '../prepare.mjs';

const run = promisify(execFile);
const CALL_MS = 60_000;

/** The Inspector's command line: a new process for every call, over HTTP or by `turnpike mcp` on standard input and output. */
const opener = (reach) => async (world) => {
  const inspector = join(HERE, 'node_modules/.bin/mcp-inspector');
  const ask = async (method, more = []) => {
    const { before, after } = reach(world);
    const words = [inspector, '--cli', ...before, '--method', method, ...more, ...after];
    const { stdout } = await run(newerNode(), words, { timeout: CALL_MS, maxBuffer: 16 * 1024 * 1024 }).catch((error) => {
      // It ends with an error where the tool answered one, and prints the answer all the same.
      if (!error.stdout) throw error;
      return error;
    });
    return JSON.parse(stdout);
  };
  return {
    speaks: 'a new client for every call',
    list: async () => (await ask('tools/list')).tools,
    call: (name, args) => ask('tools/call', ['--tool-name', name, ...Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`])]),
    close: async () => undefined,
  };
};

export const overHttp = opener(({ url, key }) => ({ before: [url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`], after: [] }));
export const overStdio = opener(({ url, key }) => ({
  before: [process.execPath, join(ROOT, 'apps/cli/bin/turnpike.mjs'), 'mcp'],
  after: ['-e', `TURNPIKE_URL=${url.replace(/\/mcp$/, '')}`, '-e', `TURNPIKE_API_KEY=${key}`],
}));
