import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { eventually } from '@turnpike/testing';
import { freshDataDir, spawnProduct, type SpawnedProduct } from './spawned-product.js';

// Real: the built product as a process, its own PostgreSQL, its data directory.
describe('starting the product', () => {
  const started: SpawnedProduct[] = [];
  const begin = (options?: Parameters<typeof spawnProduct>[0]): SpawnedProduct => {
    const product = spawnProduct(options);
    started.push(product);
    return product;
  };
  afterEach(async () => {
    for (const { child, ended, dataDir } of started.splice(0)) {
      child.kill('SIGTERM');
      await ended;
      rmSync(dirname(dataDir), { recursive: true, force: true });
    }
  });

  const whoami = async (url: string, key: string): Promise<number> =>
    (await fetch(`${url}/v1/whoami`, { headers: { authorization: `Bearer ${key}` } })).status;
  const keyOf = (product: SpawnedProduct): string => /(tpk_\w+)/.exec(product.output())?.[1] ?? '';

  it('prints its address, a key that works, a sign-in code and three commands; shows the key only the first time', async () => {
    const first = begin();
    const url = await first.url;
    const key = keyOf(first);
    expect(first.output()).toMatch(/owner sign-in code \(once\) +tpc_\w+/);
    expect(first.output().match(/npx turnpike/g)).toHaveLength(3);
    expect(await whoami(url, key)).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = begin({ dataDir: first.dataDir });
    expect(await whoami(await second.url, key)).toBe(200);
    expect(second.output()).not.toContain('first API key');
  }, 60_000);

  it('says in one line that a port is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as { port: number };
    const product = begin({ port });
    expect(await product.ended).toBe(1);
    expect(product.output().trim()).toBe(
      `Port ${port} is taken by another program: stop it, or choose another with --port or TURNPIKE_PORT.`,
    );
    blocker.close();
  }, 60_000);

  it('refuses a second instance on the same data directory, and leaves the first alone', async () => {
    const first = begin();
    const url = await first.url;
    const second = begin({ dataDir: first.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toContain(String(first.child.pid));
    expect(await whoami(url, keyOf(first))).toBe(200);
  }, 60_000);

  it('starts after a predecessor that was killed, with everything that was acknowledged', async () => {
    const first = begin();
    await first.url;
    const key = keyOf(first);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = begin({ dataDir: first.dataDir });
    expect(await whoami(await second.url, key)).toBe(200);
  }, 60_000);

  it('leaves no process behind when it is asked to stop', async () => {
    const product = begin();
    await product.url;
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    await eventually(() => expect(processesIn(product.dataDir)).toEqual([]));
  }, 60_000);

  it('says in one line that its data directory is a file, or broken, or of another version', async () => {
    const asFile = freshDataDir();
    writeFileSync(asFile, 'not a directory');
    const broken = freshDataDir();
    mkdirSync(join(broken, 'postgres/postgres'), { recursive: true });
    writeFileSync(join(broken, 'postgres/postgres/PG_VERSION'), '9\n');
    chmodSync(join(broken, 'postgres/postgres'), 0o700);
    for (const dataDir of [asFile, broken]) {
      const product = begin({ dataDir });
      expect(await product.ended).toBe(1);
      expect(product.output().trim().split('\n')).toHaveLength(1);
      expect(product.output()).toContain(dataDir);
    }
  }, 60_000);

  it('names a setting that is wrong, and what is allowed', async () => {
    const product = begin({ env: { TURNPIKE_LOG_LEVEL: '', TURNPIKE_OWNER_EMAIL: 'nobody' } });
    expect(await product.ended).toBe(2);
    expect(product.output()).toMatch(/^TURNPIKE_OWNER_EMAIL/);
  }, 60_000);
});

function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
}
