import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startSandbox } from '@turnpike/app-sandbox-provider';
import { ERA_SIZE } from '@turnpike/kernel';
import { Database, urlOfRunning } from '@turnpike/platform-persistence';
import { eventually } from '@turnpike/testing';
import { callerAt, type Caller } from '../door/open-door.js';
import { loadRuns } from './product-load.js';
import { freshDataDir, runCommand, spawnProduct, type SpawnedProduct } from './spawned-product.js';

const TOKEN = 'backup-provider-token';
const CREATE = 'sandbox.contacts.create';
const LIST = 'sandbox.contacts.list';

// Real: the built product and its commands as processes, its own PostgreSQL, a provider over HTTP; a backup made under load.
describe('backup and restore', () => {
  const home = dirname(freshDataDir());
  const file = join(home, 'turnpike.backup');
  const key = join(home, 'key');
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let product: SpawnedProduct;
  let agent: Caller;
  let apiKey = '';
  let session = '';
  let oldToken = '';
  let before: string[] = [];
  let slowRun = '';
  let said = '';

  /** The price of speed in a spec: the provider's slow answer outlives the backup. */
  const fault = (route: string, name: string): Promise<unknown> =>
    fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ route, fault: name, times: 1 }),
    });

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, token: TOKEN });
    product = spawnProduct();
    const url = await product.url;
    apiKey = /(tpk_\w+)/.exec(product.output())?.[1] ?? '';
    agent = callerAt(url, apiKey);
    const signedIn = await callerAt(url, null).data('sessions_create', {
      code: /(tpc_\w+)/.exec(product.output())?.[1],
      new_password: randomBytes(12).toString('hex'),
    });
    session = signedIn['session_token'] as string;
    const owner = callerAt(url, session);
    await owner.own('egress_set', { allow: [new URL(sandbox.url).host] });
    const overlay = JSON.parse(readFileSync(join(__dirname, '../../../sandbox-provider/overlay.json'), 'utf8')) as object;
    const document = await (await fetch(`${sandbox.url}/openapi.json`)).text();
    await agent.data('packs_import', { pack_id: 'sandbox', document, overlay, server_url: sandbox.url });
    await owner.own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: TOKEN } });
    oldToken = await eventually(async () => {
      const got = await agent.data('tools_get', { capability_id: CREATE });
      expect(got['contract'].readiness.ready).toBe(true);
      return got['tool_turn_token'] as string;
    });
    const load = loadRuns(agent, CREATE);
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(20));
    // One is under way while the backup is made.
    await fault('GET /v1/contacts', 'hang');
    const list = await agent.data('tools_get', { capability_id: LIST });
    const hanging = await agent.call('tools_run', {
      capability_id: LIST,
      params: {},
      mode: 'live',
      tool_turn_token: list['tool_turn_token'],
      wait_ms: 0,
    });
    slowRun = hanging.meta.run?.id ?? '';
    await eventually(async () => expect((await agent.data('runs_get', { run_id: slowRun }))['state']).toBe('running'));
    before = [...load.acknowledged];
    const made = await runCommand('backup', file, '--data-dir', product.dataDir);
    expect(made).toMatchObject({ code: 0, err: '' });
    said = made.out;
    await load.stop();
    expect(load.acknowledged.length).toBeGreaterThan(before.length);
    copyFileSync(join(product.dataDir, 'master.key'), key);
    product.child.kill('SIGTERM');
    await product.ended;
  }, 120_000);

  afterAll(async () => {
    product.child.kill('SIGKILL');
    await product.ended;
    await sandbox.close();
    rmSync(dirname(product.dataDir), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });

  it('makes a closed file that does not hold the key, and says where the key is', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [id = '', secret = ''] = readFileSync(key, 'utf8').trim().split(':');
    expect(said).toContain(join(product.dataDir, 'master.key'));
    expect(said).toContain(id);
    expect(gunzipSync(readFileSync(file)).includes(secret)).toBe(false);
  });

  it('brings back all that was acknowledged before it, and lets nothing of before run on', async () => {
    const dataDir = join(home, 'restored');
    const restored = await runCommand('restore', file, '--master-key', key, '--data-dir', dataDir);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('era 2');
    const again = spawnProduct({ dataDir });
    try {
      const url = await again.url;
      const caller = callerAt(url, apiKey);
      for (const id of before) expect((await caller.data('runs_get', { run_id: id }))['state']).toBe('succeeded');
      const hung = await caller.data('runs_get', { run_id: slowRun });
      expect(hung).toMatchObject({ state: 'unknown', error: { message: expect.stringContaining('restored') } });
      const params = { name: 'R', email: 'r@restored.example' };
      const old = await caller.refusal('tools_run', { capability_id: CREATE, params, mode: 'live', tool_turn_token: oldToken });
      expect(old.code).toBe('tool_turn_expired');
      expect((await callerAt(url, session).refusal('whoami')).code).toBe('unauthenticated');
      // The credential still opens: the key came along.
      const fresh = await caller.data('tools_get', { capability_id: CREATE });
      const run = await caller.data('tools_run', {
        capability_id: CREATE,
        params,
        mode: 'live',
        tool_turn_token: fresh['tool_turn_token'],
      });
      expect(run['state']).toBe('succeeded');
      await versionsAreOfTheNewEra(dataDir, caller);
      expect((await caller.data('audit_list'))['items'].map(({ action }: { action: string }) => action)).toContain('restore');
    } finally {
      again.child.kill('SIGTERM');
      await again.ended;
    }
  }, 120_000);

  /** What is published now has a number that no version of before can have. */
  async function versionsAreOfTheNewEra(dataDir: string, caller: Caller): Promise<void> {
    const server = urlOfRunning(join(dataDir, 'postgres'));
    if (!server) throw new Error('nothing runs there');
    const registry = new Database({ url: server('turnpike_registry'), name: 'spec' });
    try {
      const highest = async (): Promise<number> =>
        (await registry.query<{ top: number }>('select max(version) as top from packs where pack_id <> $1', ['credits']))[0]!.top;
      expect(Math.floor((await highest()) / ERA_SIZE)).toBe(1);
      await caller.data('packs_publish', {
        pack: { pack_id: 'later', title: 'Later', description: 'Published after the restore.' },
        contracts: [],
      });
      expect(Math.floor((await highest()) / ERA_SIZE)).toBe(2);
    } finally {
      await registry.close();
    }
  }

  it('does without the key where it must: every provider is to be connected anew', async () => {
    const dataDir = join(home, 'keyless');
    const restored = await runCommand('restore', file, '--without-key', '--data-dir', dataDir);
    expect(restored.out).toContain('1 connections have no credential any more');
    const again = spawnProduct({ dataDir });
    try {
      const caller = callerAt(await again.url, apiKey);
      const got = await eventually(async () => {
        const found = await caller.data('tools_get', { capability_id: CREATE });
        expect(found['contract'].readiness.ready).toBe(false);
        return found;
      });
      const run = { capability_id: CREATE, params: { name: 'K', email: 'k@keyless.example' }, mode: 'live' };
      const refusal = await caller.refusal('tools_run', { ...run, tool_turn_token: got['tool_turn_token'] });
      expect(refusal.code).toBe('provider_not_connected');
    } finally {
      again.child.kill('SIGTERM');
      await again.ended;
    }
  }, 120_000);

  describe('is refused', () => {
    const refused = async (words: string[], says: RegExp): Promise<void> => {
      const { code, out, err } = await runCommand(...words);
      expect({ code: code !== 0, out, says: says.test(err), err }).toEqual({ code: true, out: '', says: true, err });
    };

    it.each([
      ['cut in its middle', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length / 2)), /cut short or damaged/],
      ['without its last bytes', (whole: Buffer) => whole.subarray(0, whole.length - 9), /cut short or damaged/],
      ['with one byte altered', (whole: Buffer) => altered(whole), /cut short or damaged/],
      ['that is something else', () => Buffer.from('{"some": "text"}'), /is no backup of Turnpike/],
      ['that is empty', () => Buffer.alloc(0), /cut short or damaged/],
    ])(
      '%s',
      async (_what, make, says) => {
        const bad = join(home, 'bad');
        writeFileSync(bad, make(readFileSync(file)));
        const dataDir = join(home, 'from-bad');
        await refused(['restore', bad, '--master-key', key, '--data-dir', dataDir], says);
        expect(readdirSync(dataDir)).toEqual([]);
      },
      60_000,
    );

    it('into a directory that holds something, over another backup, with another key, without a word about the key', async () => {
      const full = join(home, 'full');
      mkdirSync(full);
      writeFileSync(join(full, 'mine.txt'), 'keep me');
      await refused(['restore', file, '--master-key', key, '--data-dir', full], /not empty \(mine\.txt\)/);
      await refused(['backup', file, '--data-dir', product.dataDir], /is there already/);
      await refused(['backup', join(home, 'other'), '--data-dir', full], /holds no PostgreSQL of Turnpike/);
      const other = join(home, 'other-key');
      writeFileSync(other, `abc:${randomBytes(32).toString('base64')}\n`);
      await refused(['restore', file, '--master-key', other, '--data-dir', join(home, 'x')], /holds the key abc; .* sealed with/);
      await refused(['restore', file, '--data-dir', join(home, 'x')], /--master-key FILE, or --without-key/);
    }, 60_000);

    it('half done: it does not start, and a second restore begins anew', async () => {
      const dataDir = join(home, 'half');
      mkdirSync(join(dataDir, 'restoring/postgres'), { recursive: true });
      const product = spawnProduct({ dataDir });
      expect(await product.ended).toBe(1);
      expect(product.output()).toMatch(/was cut short: run turnpike restore again/);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      expect((await runCommand('restore', file, '--master-key', key, '--data-dir', dataDir)).code).toBe(0);
    }, 60_000);
  });
});

/** Turns one bit in the middle of the data over, past what gzip's own header would notice. */
function altered(whole: Buffer): Buffer {
  const copy = Buffer.from(whole);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = copy[middle]! ^ 1;
  return copy;
}
