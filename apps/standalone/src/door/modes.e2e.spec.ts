import { randomUUID } from 'node:crypto';
import { eventually } from '@turnpike/testing';
import { openDoor, requestsAt, SANDBOX_TOKEN, tableDigests, type OpenDoor } from './open-door.js';

// Real: the REST door, all services with their five databases, a provider that records what it is sent.
describe('what a mode leaves behind', () => {
  let door: OpenDoor;
  const ready = (id: string): Promise<string> =>
    eventually(async () => {
      const got = await door.agent.data('tools_get', { capability_id: id });
      expect(got['contract'].readiness.ready).toBe(true);
      return got['tool_turn_token'] as string;
    });
  const run = (id: string, params: Record<string, unknown>, mode: string, token: string) =>
    door.agent.data('tools_run', { capability_id: id, params, mode, tool_turn_token: token });

  /** Tables whose rows or checksum differ, once everything that was told has arrived. Heartbeats and clean-up touch none of them. */
  async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const settled = async () => {
      let last = await tableDigests(door.product);
      return eventually(
        async () => {
          const now = await tableDigests(door.product);
          const same = JSON.stringify(now) === JSON.stringify(last);
          last = now;
          expect(same).toBe(true);
          return now;
        },
        { every_ms: 300, within_ms: 10_000 },
      );
    };
    const before = await settled();
    await work();
    const after = await settled();
    return Object.keys(after)
      .filter((name) => after[name] !== before[name])
      .sort();
  }

  beforeAll(async () => {
    door = await openDoor();
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    await door.owner.own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: SANDBOX_TOKEN } });
  }, 60_000);
  afterAll(() => door.close());

  it('a smoke test changes only turns', async () => {
    const token = await ready('sandbox.contacts.create');
    const heard = (await requestsAt(door.sandbox.url)).length;
    const changed = await changedBy(() => run('sandbox.contacts.create', { name: 'S', email: 's@modes.example' }, 'smoke_test', token));
    expect(changed.filter((name) => !/^registry\.(turns|turn_deliveries)$/.test(name))).toEqual([]);
    expect((await requestsAt(door.sandbox.url)).length).toBe(heard);
  }, 60_000);

  it('a dry run changes only turns and the audit, with the books of the message that carries its fact', async () => {
    const token = await ready('sandbox.contacts.create');
    const heard = (await requestsAt(door.sandbox.url)).length;
    const changed = await changedBy(() => run('sandbox.contacts.create', { name: 'D', email: 'd@modes.example' }, 'dry_run', token));
    const carried = /^(orchestrator\.outbox|rbac\.(inbox|attempts|consumer_attempts|deliveries))$/;
    expect(changed).toContain('rbac.audit_entries');
    expect(changed.filter((name) => !/^registry\.(turns|turn_deliveries)$|^rbac\.audit_/.test(name) && !carried.test(name))).toEqual([]);
    expect((await requestsAt(door.sandbox.url)).length).toBe(heard);
  }, 60_000);

  it.each([
    ['sandbox.contacts.create', { name: 'Zoë "Q" \\ /', email: `${randomUUID()}@modes.example`, tags: ['b', 'a'] }],
    ['sandbox.contacts.list', { tag: ['customer', 'a b&c=d'], limit: 2 }],
    ['sandbox.contacts.search', { q: 'ä/ö?&#%' }],
    ['sandbox.contacts.get', { contact_id: 'con_1001' }],
    ['sandbox.contacts.get', { contact_id: 'no such/id' }],
    ['sandbox.lists.create', { name: 'Zeta' }],
    ['sandbox.sequences.list', { state: 'active' }],
    [
      'sandbox.sequences.create',
      {
        name: 'Two steps',
        steps: [
          { wait_days: 1, subject: 'b', body: 'c' },
          { body: 'z', subject: 'y', wait_days: 2 },
        ],
      },
    ],
    ['sandbox.workbooks.build', { title: 'W', sheets: [{ name: 'S', columns: ['x', 'a'], rows: [['1', '2']] }] }],
    ['sandbox.outbox.list', {}],
  ])('a live request is its preview, byte for byte: %s %j', async (id, params) => {
    const token = await ready(id);
    const preview = await door.agent.call('tools_run', { capability_id: id, params, mode: 'dry_run', tool_turn_token: token });
    if (!preview.ok) throw new Error(JSON.stringify(preview.error));
    const { request } = preview.data as unknown as {
      request: { method: string; url: string; headers: { name: string; value: string }[]; body: string | null };
    };
    const heard = (await requestsAt(door.sandbox.url)).length;
    await door.agent.call('tools_run', { capability_id: id, params, mode: 'live', tool_turn_token: token });
    const sent = (await requestsAt(door.sandbox.url)).slice(heard);
    expect(sent).toHaveLength(1);
    const own = /^(authorization|idempotency-key|host|connection|content-length)$/i;
    const visible = (headers: [string, string][]) =>
      headers.filter(([name]) => !own.test(name)).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    expect(sent[0]?.method).toBe(request.method);
    expect(`${door.sandbox.url}${sent[0]?.url}`).toBe(request.url);
    expect(visible(sent[0]?.headers ?? [])).toEqual(visible(request.headers.map(({ name, value }) => [name, value])));
    expect(Buffer.from(sent[0]?.body_base64 ?? '', 'base64').toString('utf8')).toBe(request.body ?? '');
  });
});
