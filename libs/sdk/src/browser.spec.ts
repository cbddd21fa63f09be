import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const ROOT = join(__dirname, '../../..');
/** What every browser has; a bundle that reaches for more falls over in here. */
const WEB = {
  URL,
  URLSearchParams,
  TextDecoder,
  TextEncoder,
  AbortController,
  AbortSignal,
  Response,
  Headers,
  crypto,
  setTimeout,
  clearTimeout,
  console,
};

// Real: esbuild's bundle for browsers, run in a realm that has no Node in it. Not real: the server.
describe('the client in a browser', () => {
  it('bundles without a Node built-in and makes a call', async () => {
    const args = [
      'libs/sdk/src/index.ts',
      '--bundle',
      '--platform=browser',
      '--conditions=turnpike-source',
      '--format=iife',
      '--global-name=sdk',
      '--minify',
    ];
    const code = execFileSync(join(ROOT, 'node_modules/.bin/esbuild'), args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      const body = JSON.stringify({ ok: true, data: { packs: [] }, meta: { request_id: 'req_1', took_ms: 1 } });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
    };
    const realm = createContext({ ...WEB, fetch });
    const answer = (await runInContext(`${code}; sdk.connectTurnpike({ url: 'http://server', credential: null }).packsList()`, realm)) as {
      ok: boolean;
    };
    expect([answer.ok, asked, /\bnode:|\brequire\(/.test(code)]).toEqual([true, ['http://server/v1/packs'], false]);
    expect(code.length).toBeLessThan(200_000);
    console.log(`the client for browsers: ${Math.round(code.length / 1024)} KiB minified`);
  }, 30_000);
});
