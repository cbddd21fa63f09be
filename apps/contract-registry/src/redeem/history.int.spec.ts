import { ALL_MOVING, driveFence, type Moving } from '../proof/drive-fence.js';
import { judge, type Verdict } from '../proof/judge-fence.js';
import { relyingWorkspace, type RelyingWorkspace } from '../proof/relying-workspace.js';
import { startedRegistry, type StartedRegistry } from '../proof/started-registry.js';
import { breakFunction, bringWitness, redeemsSoFar, testimony } from '../proof/witness.js';

const LEAST_ADMISSIONS = 150;
const LEAST_CHANGES = 10;
const LOOK_MS = 250;
/** A race happens when it happens; the first that is seen ends the test. */
const MOST_MS = 60_000;
const LOCKS = /perform pg_advisory_xact_lock_shared\(([^;]*)\);/g;
const LOCKING = /if live then\s*(?:perform pg_advisory_xact_lock_shared\([^;]*\);\s*)+end if;/;
const READ = /v := (current_vector\([^;]*\));/;

type Part = keyof Verdict['violations'];
const FENCED = ['contract', 'pack', 'install'] as const;

/** One statement that takes the locks and then reads, in this order, and yet with the snapshot from before the wait. */
function inOneStatement(text: string): string {
  const keys = [...text.matchAll(LOCKS)].map(([, key], at) => `pg_advisory_xact_lock_shared(${key})::text as l${at}`);
  const read = READ.exec(text)?.[1] ?? '';
  const both = `select (x.v).* into v from (select ${keys.join(', ')} offset 0) l, lateral (select ${read} as v where l.l0 is not null) x;`;
  return text.replace(LOCKING, '').replace(READ, () => both);
}

const afterwards = (text: string): string =>
  text
    .replace(LOCKING, '')
    .replace(/return jsonb_build_object\(\s*'outcome', 'redeemed'/, (found) => `${LOCKING.exec(text)?.[0]} ${found}`);

/** What it does, the function to break, how, what moves meanwhile, and what of the history shows it. */
const MUTANTS: [string, string, (text: string) => string, readonly Moving[], readonly Part[]][] = [
  ['without its locks', 'redeem_inside', (text) => text.replace(LOCKING, ''), FENCED, FENCED],
  ['that locks and reads in one statement', 'redeem_inside', inOneStatement, FENCED, FENCED],
  ['that locks after it has compared', 'redeem_inside', afterwards, FENCED, FENCED],
  [
    'that reads with the snapshot of its caller',
    'redeem_inside',
    (text) => text.replace('LANGUAGE plpgsql', 'LANGUAGE plpgsql STABLE'),
    FENCED,
    FENCED,
  ],
  ...(['contract', 'pack', 'install', 'connection', 'price', 'permission'] as const).map((part): (typeof MUTANTS)[number] => [
    `that does not compare the ${part}`,
    'moved_parts',
    (text) => text.replace(`d.v_${part}, v.${part})`, `d.v_${part}, d.v_${part})`),
    part === 'permission' ? [] : [part],
    [part],
  ]),
  [
    'that looks at no other contract of the turn',
    'redeem_inside',
    (text) => text.replace('x.capability_id <> capability', 'false'),
    ['other contract'],
    ['others'],
  ],
  [
    'that lets the turn live',
    'redeem_inside',
    (text) => text.replace(/update turns set state = 'retired'[^;]*;/, 'null;'),
    ['install'],
    ['retired'],
  ],
];

jest.setTimeout(2 * MOST_MS);

// Real: PostgreSQL with the fence's functions and its commit times, every writer of the registry, outbox, relay, bus, the service as it runs.
describe('a history of redeems and changes', () => {
  let world: StartedRegistry;
  let scene: RelyingWorkspace;
  beforeAll(async () => {
    world = await startedRegistry();
    await bringWitness(world.database);
    scene = await relyingWorkspace(world);
  });
  afterAll(() => world.stop());

  /** Drives until the history is enough, or the time is up. */
  async function historyUntil(
    moving: readonly Moving[],
    enough: (verdict: Verdict, changes: Map<string, number>) => boolean,
  ): Promise<Verdict> {
    const since = await redeemsSoFar(world.database);
    const last = Date.now() + MOST_MS;
    let over = false;
    const driving = driveFence(world, scene, moving, () => over);
    const look = async (): Promise<Verdict> => {
      const history = await testimony(world.database, since);
      const changes = new Map<string, number>();
      for (const { part } of [...history.changes, ...history.acknowledged]) changes.set(part, (changes.get(part) ?? 0) + 1);
      const verdict = judge(history);
      if (!over) over = enough(verdict, changes) || Date.now() >= last;
      return verdict;
    };
    try {
      while (!over) {
        await Promise.race([driving, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
        await look();
      }
      await driving;
      return await look();
    } finally {
      over = true;
    }
  }

  it('has no stale admission', async () => {
    const parts = ['contract', 'pack', 'install', 'connection', 'price'];
    const verdict = await historyUntil(
      ALL_MOVING,
      ({ admissions }, changes) => admissions >= LEAST_ADMISSIONS && parts.every((part) => (changes.get(part) ?? 0) >= LEAST_CHANGES),
    );
    expect(verdict.admissions).toBeGreaterThanOrEqual(LEAST_ADMISSIONS);
    expect(verdict.violations).toEqual({ contract: 0, pack: 0, install: 0, connection: 0, price: 0, permission: 0, others: 0, retired: 0 });
  });

  it.each(MUTANTS)('shows a redeem %s', async (_name, fn, edit, moving, shownBy) => {
    const mend = await breakFunction(world.database, fn, edit);
    try {
      const { violations } = await historyUntil(moving, (verdict) => shownBy.some((part) => verdict.violations[part] > 0));
      expect(shownBy.filter((part) => violations[part] > 0)).not.toEqual([]);
    } finally {
      await mend();
    }
  });
});
