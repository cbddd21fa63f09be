import fc from 'fast-check';
import { startConversation } from './conversation.js';
import { FakeTurnpike } from './proof/fake-turnpike.js';

const IDS = ['crm.a.read', 'crm.b.write', 'crm.c.write', 'crm.d.send', 'crm.ghost.write'];
const OVER = new Set(['succeeded', 'failed', 'cancelled', 'refused']);

const id = fc.constantFrom(...IDS);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'search' as const }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('get' as const), id }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      id,
      live: fc.boolean(),
      params: fc.constantFrom({ n: 1 }, { n: 1, m: 2 }),
      paid: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), run: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('finish' as const), run: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), id }) },
  { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'cut' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const fake = () =>
  new FakeTurnpike({
    'crm.a.read': { version: 1, policy: 'read_only' },
    'crm.b.write': { version: 1, policy: 'internal_reversible' },
    'crm.c.write': { version: 1, policy: 'internal_reversible', slow: true },
    'crm.d.send': { version: 1, policy: 'internal_reversible', price: '1' },
  });

/** Plays steps one after the other; keeps, beside the adapter and by other means, what the model saw. */
class Watcher {
  readonly turnpike = fake();
  readonly breaches: string[] = [];
  private readonly talk = startConversation(this.turnpike.door);
  private readonly seen = new Set<string>();
  private readonly read = new Map<string, string>();

  async play(steps: readonly Step[]): Promise<string[]> {
    for (const each of steps) await this.take(each);
    return this.breaches;
  }

  private async take(next: Step): Promise<void> {
    const { turnpike } = this;
    if (next.do === 'search') return this.use('tools_search', { goal: 'x' });
    if (next.do === 'get') return this.use('tools_get', { capability_id: next.id });
    if (next.do === 'read') return this.use('runs_get', { run_id: `run_${next.run}` });
    if (next.do === 'expire') return turnpike.expire();
    if (next.do === 'cut') return void (turnpike.cut = true);
    if (next.do === 'publish') return turnpike.publish(next.id);
    if (next.do === 'forget') {
      this.seen.delete(next.id);
      return this.talk.forget([next.id]);
    }
    if (next.do === 'finish') {
      const run = turnpike.runs.get(`run_${next.run}`);
      return void (run && (run.state = 'succeeded'));
    }
    const { id: capability_id, params, live, paid } = next;
    await this.use('tools_run', { capability_id, params, mode: live ? 'live' : 'dry_run', ...(paid && { max_credits: '1' }) });
  }

  private async use(name: string, args: Record<string, unknown>): Promise<void> {
    const [before, runs] = [this.turnpike.sent.length, new Map(this.turnpike.runs)];
    const seen = new Set(this.seen);
    const { text } = await this.talk.call(name, args);
    if (/tt_|quote-hash/.test(text)) this.breaches.push('a token or a quote was shown');
    for (const { name: sent, args: given } of this.turnpike.sent.slice(before)) {
      if (sent === 'tools_run' && !seen.has(String(given['capability_id']))) this.breaches.push('ran what the model had not before it');
    }
    for (const [runId, { call }] of this.turnpike.runs) {
      const unread = [...runs].some(([each, known]) => known.call === call && !OVER.has(this.read.get(each) ?? ''));
      if (!runs.has(runId) && unread) this.breaches.push('made an equal live call before the first was read as over');
    }
    this.learn(JSON.parse(text));
  }

  /** What the text tells: contracts, and how runs stand. */
  private learn(told: unknown): void {
    if (typeof told !== 'object' || told === null) return;
    const { capability_id: seen, action_policy: policy, run_id: runId, state } = told as Record<string, unknown>;
    if (typeof seen === 'string' && policy !== undefined) this.seen.add(seen);
    if (typeof runId === 'string' && typeof state === 'string') this.read.set(runId, state);
    Object.values(told).forEach((each) => this.learn(each));
  }
}

describe('whatever a model does, in whatever order', () => {
  it('nothing runs unread, no equal live call is doubled, no token is shown', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      expect(await new Watcher().play(steps)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 600 });
  }, 60_000);
});
