import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

// Real: esbuild's bundle for browsers, which fails at the first Node built-in.
describe('the adapter in a browser', () => {
  it('bundles without a Node built-in', () => {
    const args = ['libs/agent/src/index.ts', '--bundle', '--platform=browser', '--conditions=turnpike-source', '--format=esm', '--minify'];
    const code = execFileSync(join(ROOT, 'node_modules/.bin/esbuild'), args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
    expect([/\bnode:|\brequire\(/.test(code), code.length > 10_000, code.length < 250_000]).toEqual([false, true, true]);
  }, 30_000);
});
