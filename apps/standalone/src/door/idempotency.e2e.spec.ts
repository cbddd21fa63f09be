import { randomUUID } from 'node:crypto';
import { eventually } from '@turnpike/testing';
import { openDoor, requestsAt, SANDBOX_TOKEN, type OpenDoor } from './open-door.js';

// Real: the REST door over sockets, the orchestrator's database, a provider that counts what it hears.
describe('R6: the same key is the same run', () => {
  const CREATE = 'sandbox.contacts.create';
  let door: OpenDoor;

  beforeAll(async () => {
    door = await openDoor();
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    await door.owner.own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: SANDBOX_TOKEN } });
    await eventually(async () => {
      const got = await door.agent.data('tools_get', { capability_id: CREATE });
      expect(got['contract'].readiness.ready).toBe(true);
      return got['tool_turn_token'] as string;
    });
  }, 60_000);
  afterAll(() => door.close());

  const post = async (body: object, key: string) => {
    const answer = await fetch(`${door.url}/v1/tools/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${door.session}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      text: await answer.text(),
      replayed: answer.headers.get('idempotent-replayed'),
      requestId: answer.headers.get('turnpike-request-id'),
    };
  };
  const sessionToken = async () => (await door.owner.data('tools_get', { capability_id: CREATE }))['tool_turn_token'] as string;

  it('200 parallel calls make one run and one effect, and all are answered the same bytes', async () => {
    const own = await sessionToken();
    const body = {
      capability_id: CREATE,
      params: { name: 'Once', email: `${randomUUID()}@r6.example` },
      mode: 'live',
      tool_turn_token: own,
    };
    const key = randomUUID();
    const heard = (await requestsAt(door.sandbox.url)).length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(body, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(200);
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect((await requestsAt(door.sandbox.url)).length).toBe(heard + 1);
    const later = await post({ ...body, tool_turn_token: 'tt_of_another_day', wait_ms: 0 }, key);
    expect([later.text, later.replayed]).toEqual([answers[0]?.text, 'true']);
    expect(answers[0]?.text).not.toContain(own);
    console.log(
      `R6: ${answers.length} parallel calls, 1 run, 1 effect, ${answers.filter(({ replayed }) => replayed === 'true').length} replays byte for byte`,
    );
  }, 60_000);

  it('answers a failed run the same way, and tells a key for another call apart', async () => {
    const own = await sessionToken();
    const params = { name: 'Taken', email: 'ada@example.com' };
    const key = randomUUID();
    const first = await post({ capability_id: CREATE, params, mode: 'live', tool_turn_token: own }, key);
    const again = await post({ capability_id: CREATE, params, mode: 'live', tool_turn_token: own }, key);
    expect([first.status, again.status, again.text]).toEqual([502, 502, first.text]);
    const other = await post({ capability_id: CREATE, params: { ...params, name: 'Else' }, mode: 'live', tool_turn_token: own }, key);
    expect([other.status, JSON.parse(other.text).error.code]).toEqual([409, 'idempotency_conflict']);
  });
});
