import type { DoctorFinding } from '@turnpike/contracts';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Database, urlOfRunning } from '@turnpike/platform-persistence';
import { runCommand, spawnProduct, type SpawnedProduct } from './spawned-product.js';

// Real: the built product as processes and its own PostgreSQL; what is wrong is made wrong in its data directory.
describe('the doctor of a data directory, and a build older than the data', () => {
  let product: SpawnedProduct;
  const stop = async (): Promise<void> => {
    product.child.kill('SIGTERM');
    await product.ended;
  };
  const look = async (): Promise<DoctorFinding[]> => {
    const { code, out, err } = await runCommand('doctor', '--data-dir', product.dataDir);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return (JSON.parse(out) as { findings: DoctorFinding[] }).findings;
  };
  const wrong = async (): Promise<DoctorFinding[]> => (await look()).filter(({ ok }) => !ok);
  const inDatabase = async (service: string, ...statements: string[]): Promise<void> => {
    const url = urlOfRunning(join(product.dataDir, 'postgres'));
    if (!url) throw new Error('nothing runs there');
    const database = new Database({ url: url(`turnpike_${service}`), name: 'spec' });
    try {
      for (const statement of statements) await database.query(statement);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    product = spawnProduct();
    await product.url;
  }, 60_000);
  afterAll(async () => {
    await stop();
    rmSync(dirname(product.dataDir), { recursive: true, force: true });
  });

  it('finds nothing wrong with a sound one, whether it runs or not, and says what it looked at', async () => {
    const running = await look();
    expect(running.filter(({ ok }) => !ok)).toEqual([]);
    expect(running.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['versions', 'config', 'disk', 'data', 'key', 'database rbac', 'database registry', 'database orchestrator']),
    );
    await stop();
    expect(await wrong()).toEqual([]);
    product = spawnProduct({ dataDir: product.dataDir });
    await product.url;
  }, 60_000);

  it('names the next command for each thing that is wrong', async () => {
    await inDatabase(
      'index',
      `insert into dead_letters (consumer, event_id, topic, key, event, cause, attempts) values ('c', 'e', 'catalog', 'k', '{}', 'spec', 5)`,
    );
    await inDatabase(
      'billing',
      `insert into outbox (event_id, topic, key, event, created_at, sent_at) values ('future', 'credits', 'k', '{}', now() + interval '1 hour', now())`,
    );
    chmodSync(product.dataDir, 0o755);
    const found = await wrong();
    chmodSync(product.dataDir, 0o700);
    expect(found.map(({ check }) => check).sort()).toEqual(['clock', 'data', 'database index']);
    for (const { next } of found) expect(next).toBeTruthy();
    expect(found.find(({ check }) => check === 'data')?.next).toBe(`chmod 700 ${product.dataDir}`);
    await inDatabase('index', 'delete from dead_letters');
    await inDatabase('billing', `delete from outbox where event_id = 'future'`);
  }, 60_000);

  it('says so where there is nothing, and where the key is gone', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'turnpike-none-'));
    const none = JSON.parse((await runCommand('doctor', '--data-dir', empty)).out) as { findings: DoctorFinding[] };
    expect(none.findings.find(({ ok }) => !ok)).toMatchObject({ check: 'data', next: `turnpike start --data-dir ${empty}` });
    rmSync(empty, { recursive: true });
    const key = readFileSync(join(product.dataDir, 'master.key'));
    rmSync(join(product.dataDir, 'master.key'));
    expect((await wrong()).map(({ check }) => check)).toEqual(['key']);
    writeFileSync(join(product.dataDir, 'master.key'), key, { mode: 0o600 });
  }, 60_000);

  it('upgrades what an older build left, in place', async () => {
    const undo = `drop index runs_queued_of_workspace`;
    const redo = `create index runs_queued on runs (created_at) where state = 'queued'`;
    await inDatabase('orchestrator', undo, redo, `delete from schema_migrations where id = '0003-queued-of-workspace'`);
    expect(await wrong()).toEqual([expect.objectContaining({ check: 'database orchestrator', next: expect.stringContaining('backup') })]);
    await stop();
    rmSync(join(product.dataDir, 'turnpike.json'));
    product = spawnProduct({ dataDir: product.dataDir });
    await product.url;
    expect(await wrong()).toEqual([]);
  }, 60_000);

  it('refuses what a newer build has written before it changes any of it: a schema', async () => {
    await inDatabase('billing', `insert into schema_migrations (id, digest) values ('9000-of-tomorrow', 'x')`);
    // rbac comes first of the five: it must not be moved on.
    await inDatabase('rbac', `delete from schema_migrations where id = '0004-authorize'`, 'drop function authorize_principal');
    await stop();
    const older = spawnProduct({ dataDir: product.dataDir });
    expect(await older.ended).toBe(1);
    expect(older.output()).toMatch(/newer than this one .*its billing has 9000-of-tomorrow.*Start it with that build/);
    const found = await wrong();
    expect(found.map(({ check, detail }) => `${check} ${detail}`).join('\n')).toMatch(
      /rbac lacks 0004-authorize[\s\S]*billing has 9000-of-tomorrow/,
    );
  }, 60_000);

  it('refuses what a newer build has written: a layout', async () => {
    writeFileSync(join(product.dataDir, 'turnpike.json'), '{"layout":2,"used_by":"9.9.9"}');
    const older = spawnProduct({ dataDir: product.dataDir });
    expect(await older.ended).toBe(1);
    expect(older.output()).toContain('was written by Turnpike 9.9.9, newer than this one');
    expect((await wrong()).find(({ check }) => check === 'data')?.detail).toContain('9.9.9');
  }, 60_000);
});
