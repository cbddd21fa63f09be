import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startSandbox } from '@turnpike/app-sandbox-provider';
import { eventually } from '@turnpike/testing';
import { runCli, type CliEnd } from './run-cli.js';
import { spawnProduct, type SpawnedProduct } from './spawned-product.js';

// Real: the built product, the built command line as processes, and a provider over HTTP.
describe('the command line', () => {
  let product: SpawnedProduct;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let url: string;
  let key: string;
  let transcript = '';

  async function turnpike(...words: string[]): Promise<CliEnd> {
    const ended = await runCli(words, product.dataDir, { TURNPIKE_URL: url, TURNPIKE_API_KEY: key });
    transcript += ended.out + ended.err;
    return ended;
  }

  beforeAll(async () => {
    product = spawnProduct();
    sandbox = await startSandbox({ port: 0, token: 'cli-provider-token' });
    url = await product.url;
    key = /(tpk_\w+)/.exec(product.output())?.[1] ?? '';
  }, 60_000);

  afterAll(async () => {
    product.child.kill('SIGTERM');
    await product.ended;
    await sandbox.close();
    rmSync(dirname(product.dataDir), { recursive: true, force: true });
  });

  it('imports, searches and reads', async () => {
    expect((await turnpike('whoami')).out).toContain('First key (api_key');
    const file = join(product.dataDir, 'openapi.json');
    writeFileSync(file, await (await fetch(`${sandbox.url}/openapi.json`)).text());
    const overlay = join(__dirname, '../../../sandbox-provider/overlay.json');
    expect((await turnpike('import', 'sandbox', file, '--overlay', overlay)).out).toContain('23 operations, 23 imported; published 23');
    expect((await turnpike('import', 'sandbox', file, '--overlay', overlay)).out).toContain('published 0, unchanged 23');
    // The index hears of a publish over the bus, a moment after it.
    await eventually(async () =>
      expect((await turnpike('search', 'list everyone with a tag', '--toolset', 'sandbox')).out).toContain('sandbox.contacts.list'),
    );
    expect((await turnpike('route', 'read the credit balance')).out).toContain('credits.balance.read');
    const got = await turnpike('tools', 'get', 'sandbox.contacts.create');
    expect([got.code, /policy +internal_reversible/.test(got.out), /not ready|never connected/.test(got.out)]).toEqual([0, true, true]);
  }, 60_000);

  it('signs in, connects, looks and does', async () => {
    const code = /(tpc_\w+)/.exec(product.output())?.[1] ?? '';
    expect((await turnpike('admin', 'egress', 'set', new URL(sandbox.url).host)).code).toBe(3);
    expect((await turnpike('login', '--code', code, '--password', 'a long enough one')).out).toContain('Signed in');
    expect((await turnpike('admin', 'egress', 'set', new URL(sandbox.url).host)).code).toBe(0);
    expect(
      (await turnpike('connections', 'create', 'sandbox', '--credential', '{"type":"bearer","token":"cli-provider-token"}')).code,
    ).toBe(0);
    const params = ['-p', 'name=Kay', '-p', 'email=kay@cli.example'];
    expect((await turnpike('run', 'sandbox.contacts.create', ...params, '--mode', 'smoke_test')).out).toContain('the input fits');
    expect((await turnpike('run', 'sandbox.contacts.create', ...params, '--mode', 'dry_run')).out).toContain('nothing was sent');
    const live = await turnpike('run', 'sandbox.contacts.create', ...params, '--mode', 'live', '--idempotency-key', 'kay-1', '--json');
    const { data } = JSON.parse(live.out) as { data: { run_id: string; state: string; result: { id: string } } };
    expect([live.code, data.state]).toEqual([0, 'succeeded']);
    const contact = await fetch(`${sandbox.url}/v1/contacts/${data.result.id}`, {
      headers: { authorization: 'Bearer cli-provider-token' },
    });
    expect(await contact.json()).toMatchObject({ email: 'kay@cli.example' });
    expect((await turnpike('runs', 'watch', data.run_id)).out).toMatch(/queued[\s\S]*running[\s\S]*succeeded/);
    expect((await turnpike('runs', '--quiet')).out.trim().split('\n')).toEqual([data.run_id]);
    expect((await turnpike('profile', 'list')).out).toMatch(/default +yes +http:\S+ +session/);
    await doctorSaysWhatAnswers();
    expect((await turnpike('logout')).code).toBe(0);
  }, 60_000);

  /** Its address answers, then is shut out; then the server itself is gone. */
  async function doctorSaysWhatAnswers(): Promise<void> {
    const look = async (...words: string[]) => {
      const { code, out } = await turnpike(...words, 'doctor', '--json');
      const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean; detail: string; next: string | null }[] };
      return { code, at: findings.find(({ check }) => check === `at ${sandbox.url}`), findings };
    };
    const well = await look();
    expect(well.findings.filter(({ ok }) => !ok)).toEqual([]);
    expect([well.code, well.at?.ok]).toEqual([0, true]);
    for (const check of ['server', 'version', 'clock', 'credential', 'provider sandbox'])
      expect(well.findings.map((each) => each.check)).toContain(check);
    await turnpike('admin', 'egress', 'set', '127.0.0.1:1');
    const host = new URL(sandbox.url).host;
    expect(await look()).toMatchObject({ code: 8, at: { ok: false, next: expect.stringContaining(`egress set <those>,${host}`) } });
    await turnpike('admin', 'egress', 'set', host);
    const gone = await turnpike('--url', 'http://127.0.0.1:9', 'doctor', '--json');
    expect([gone.code, gone.out]).toEqual([8, expect.stringContaining('turnpike start, or name another server')]);
  }

  it.each([
    [2, ['run', 'sandbox.contacts.create', '-p', 'name=x']],
    [2, ['run', 'sandbox.contacts.create', '-p', 'nme=x', '--mode', 'dry_run']],
    [2, ['run', 'sandbox.contacts.create', '--params', '{broken', '--mode', 'dry_run']],
    [3, ['--key', 'tpk_nobody', 'whoami']],
    [3, ['admin', 'prices', 'set', 'sandbox.contacts.create', '1']],
    [5, ['get', 'sandbox.contacts.nothing']],
    [5, ['runs', 'get', 'run_nothing']],
    [6, ['run', 'sandbox.contacts.list', '--mode', 'dry_run', '--turn-token', 'tt_unknown_but_long_enough']],
    [10, ['--url', 'http://127.0.0.1:9', 'whoami']],
  ])('ends with %i for %j, and says what to do next', async (code, words) => {
    const ended = await turnpike(...words);
    expect(ended.code).toBe(code);
    expect(ended.err).toMatch(words.includes('{broken') ? /must be JSON/ : /next:/);
    if (code === 2 && !words.includes('{broken')) expect(ended.err).toMatch(/\n {8}turnpike (run|get) sandbox\.contacts\.create/);
    if (words[1] === 'sandbox.contacts.nothing') expect(ended.err).toContain("turnpike search 'sandbox contacts nothing'");
  });

  it('never printed a turn token', () => {
    expect(transcript.length).toBeGreaterThan(1_000);
    expect(transcript.replaceAll('tt_unknown_but_long_enough', '')).not.toMatch(/tt_[A-Za-z0-9_-]{16,}/);
  });
});
