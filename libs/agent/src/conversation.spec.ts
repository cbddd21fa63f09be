import { AGENT_LIMITS } from './agent-limits.js';
import { startConversation } from './conversation.js';
import { FakeTurnpike } from './proof/fake-turnpike.js';

const ADD = 'crm.contacts.add';
const LIST = 'crm.contacts.list';
const PAID = 'crm.mail.send';
const SLOW = 'crm.exports.make';
const LOST = 'crm.faxes.send';

function given() {
  const turnpike = new FakeTurnpike({
    [ADD]: { version: 1, policy: 'internal_reversible' },
    [LIST]: { version: 1, policy: 'read_only' },
    [PAID]: { version: 1, policy: 'internal_reversible', price: '2' },
    [SLOW]: { version: 1, policy: 'internal_reversible', slow: true },
    [LOST]: { version: 1, policy: 'internal_reversible', lost: true },
  });
  const talk = startConversation(turnpike.door);
  const say = async (name: string, args: unknown = {}) => {
    const { text } = await talk.call(name, args);
    return JSON.parse(text) as { ok: boolean; data?: any; error?: any; recovered?: any };
  };
  const run = (id: string, mode: string, params: unknown = { a: 1 }, more = {}) =>
    say('tools_run', { capability_id: id, mode, params, ...more });
  const codes = async (...calls: (() => Promise<{ ok: boolean; error?: { code: string } }>)[]) => {
    const seen: unknown[] = [];
    for (const call of calls) await call().then((answer) => seen.push(answer.ok || answer.error?.code));
    return seen;
  };
  const got = (id: string) => say('tools_get', { capability_id: id });
  const live = () => turnpike.sent.filter(({ name, args }) => name === 'tools_run' && args['mode'] === 'live');
  return { turnpike, talk, say, run, got, codes, live };
}

describe('a conversation', () => {
  it('runs what a search delivered, with the token that it keeps to itself', async () => {
    const { turnpike, say, run } = given();
    const found = await say('tools_search', { goal: 'add a person' });
    expect(JSON.stringify(found)).not.toContain('tt_');
    expect((await run(ADD, 'live')).data.state).toBe('succeeded');
    expect(turnpike.sent.at(-1)?.args['tool_turn_token']).toMatch(/^tt_/);
  });

  it('sends no run of what was not delivered, and says which get delivers it', async () => {
    const { turnpike, say, run } = given();
    await say('tools_search', { goal: 'add a person' });
    const { error } = await run(SLOW, 'live');
    expect([error.code, error.repair.control, error.repair.arguments]).toEqual([
      'capability_not_fetched',
      'tools_get',
      { capability_id: SLOW },
    ]);
    expect(turnpike.sent).toHaveLength(1);
  });

  it('tries a guessed id once, until an answer shows that it exists', async () => {
    const { turnpike, say, got, codes } = given();
    const guess = 'crm.people.add';
    expect(
      await codes(
        () => got(guess),
        () => got(guess),
        () => got(guess),
      ),
    ).toEqual(Array(3).fill('capability_not_found'));
    expect(turnpike.sent).toHaveLength(1);
    turnpike.catalog[guess] = { version: 1, policy: 'read_only' };
    await say('tools_search', { goal: 'add a person' });
    expect((await got(guess)).ok).toBe(true);
  });

  it.each(['catalog_changed', 'tool_turn_expired'])(
    'on %s reads the new contract, and wants a dry run before it changes anything',
    async (code) => {
      const { turnpike, say, run, live } = given();
      await say('tools_search', { goal: 'add a person' });
      const [before] = turnpike.sent;
      if (code === 'catalog_changed') turnpike.publish(ADD);
      else turnpike.expire();
      const refused = await run(ADD, 'live');
      expect([refused.error.code, refused.recovered.control]).toEqual([code, 'tools_search']);
      expect(refused.recovered.answer.data.runnable_contracts[0].contract.version).toBe(turnpike.catalog[ADD]?.version);
      expect((await run(ADD, 'live')).error.code).toBe('dry_run_first');
      expect((await run(LIST, 'live')).ok).toBe(true);
      expect((await run(ADD, 'dry_run')).ok).toBe(true);
      expect((await run(ADD, 'live')).ok).toBe(true);
      const tokens = live().map(({ args }) => args['tool_turn_token']);
      expect([tokens.length, tokens[0] !== tokens[1], tokens[1] === tokens[2], before?.args['tool_turn_token']]).toEqual([
        3,
        true,
        true,
        undefined,
      ]);
    },
  );

  it('begins another turn where one is full', async () => {
    const { turnpike, run, got } = given();
    turnpike.perTurn = 1;
    expect([(await got(ADD)).ok, (await got(SLOW)).ok, (await run(ADD, 'live')).ok, (await run(SLOW, 'live')).ok]).toEqual(
      Array(4).fill(true),
    );
  });

  it('takes nothing more from a turn that a get found to be over', async () => {
    const { turnpike, say, run, got } = given();
    await say('tools_search', { goal: 'add a person' });
    turnpike.expire();
    turnpike.publish(ADD);
    await got(ADD);
    const asked = turnpike.sent.length;
    expect((await run(LIST, 'live')).error.code).toBe('capability_not_fetched');
    expect([(await run(ADD, 'live')).error.code, turnpike.sent.length]).toEqual(['dry_run_first', asked]);
  });

  it('has a contract delivered again once the model lost sight of it, and runs nothing before that', async () => {
    const { turnpike, talk, say, run, got } = given();
    await say('tools_search', { goal: 'add a person' });
    expect((await got(ADD)).data).toMatchObject({ already_fetched: true, contract: null });
    talk.forget();
    expect((await run(ADD, 'dry_run')).error.code).toBe('capability_not_fetched');
    expect((await got(ADD)).data).toMatchObject({ already_fetched: false, contract: { capability_id: ADD } });
    expect(turnpike.sent.at(-1)?.args['redeliver']).toBe(true);
    expect((await run(ADD, 'dry_run')).ok).toBe(true);
    expect((await run(LIST, 'dry_run')).error.code).toBe('capability_not_fetched');
    talk.forget([ADD]);
    expect((await run(ADD, 'dry_run')).error.code).toBe('capability_not_fetched');
  });

  it('pays by a ceiling alone: the quote is never shown, and one that the model names is not sent', async () => {
    const { turnpike, say, run, got, live } = given();
    await got(PAID);
    const quoted = await run(PAID, 'live');
    expect([quoted.error.code, quoted.error.details.estimate.credits, JSON.stringify(quoted).includes('quote-hash')]).toEqual([
      'quote_required',
      '2',
      false,
    ]);
    const copied = await run(PAID, 'live', { a: 1 }, { quote: 'x', max_credits: '3' });
    expect([copied.error.code, copied.error.repair.arguments.quote, live().length]).toEqual(['invalid_request', undefined, 1]);
    expect((await say('tools_run', copied.error.repair.arguments)).data.state).toBe('succeeded');
    expect(live().map(({ args }) => [args['params'], args['max_credits'], 'quote' in args])).toEqual([
      [{ a: 1 }, undefined, false],
      [{ a: 1 }, '3', false],
    ]);
    expect(turnpike.runs.size).toBe(1);
  });

  it('makes no equal live call before the first is over and read, however the params are ordered', async () => {
    const { turnpike, run, got, live } = given();
    await got(SLOW);
    expect((await run(SLOW, 'live', { a: 1, b: 2 })).data.state).toBe('running');
    const again = await run(SLOW, 'live', { b: 2, a: 1 });
    expect([again.error.code, again.recovered.answer.data.state]).toEqual(['run_not_over', 'running']);
    turnpike.runs.get('run_1')!.state = 'succeeded';
    expect((await run(SLOW, 'live', { a: 1, b: 2 })).recovered.answer.data.state).toBe('succeeded');
    expect(live()).toHaveLength(1);
    expect((await run(SLOW, 'live', { a: 1, b: 2 })).ok).toBe(true);
    expect((await run(SLOW, 'live', { a: 1, b: 3 })).ok).toBe(true);
    const keys = live().map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  it('sends one of two equal live calls that a model makes at once', async () => {
    const { run, got, live } = given();
    await got(ADD);
    const both = await Promise.all([run(ADD, 'live'), run(ADD, 'live')]);
    expect([both[0]?.ok, both[1]?.error.code, live().length]).toEqual([true, 'run_not_over', 1]);
  });

  it('takes a lost answer up again under the same key, so that nothing is done twice', async () => {
    const { turnpike, run, got, live } = given();
    await got(ADD);
    turnpike.cut = true;
    const lost = await run(ADD, 'live');
    expect([lost.error.code, lost.error.repair.arguments.tool_turn_token]).toEqual(['no_answer', undefined]);
    expect((await run(ADD, 'live')).data.run_id).toBe('run_1');
    expect([turnpike.runs.size, new Set(live().map(({ key }) => key)).size, live().length]).toEqual([1, 1, 2]);
  });

  it('never repeats a run whose outcome nobody knows', async () => {
    const { run, got, live } = given();
    await got(LOST);
    expect((await run(LOST, 'live')).error.code).toBe('upstream_timeout');
    const again = await run(LOST, 'live');
    expect([again.error.code, /person/.test(again.error.repair.instruction), live().length]).toEqual(['run_not_over', true, 1]);
  });

  it('answers whatever a model makes up', async () => {
    const { turnpike, say, codes } = given();
    const params = { a: '\ud800' };
    await say('tools_search', { goal: 'x' });
    const refused = await codes(
      () => say('tools_delete', {}),
      () => say('tools_get', null),
      () => say('tools_get', [1]),
      () => say('tools_get', { capability_id: ADD, tool_turn_token: 'tt_mine' }),
      () => say('tools_run', { capability_id: ADD, params: {}, mode: 'live', idempotency_key: 'mine' }),
      () => say('tools_run', { capability_id: ADD, params, mode: 'live' }),
    );
    expect(refused).toEqual(Array(6).fill('invalid_request'));
    expect(turnpike.sent).toHaveLength(1);
  });

  it('cuts a result that would fill a context, and says so; never a contract', async () => {
    const { turnpike, got, run } = given();
    await got(ADD);
    turnpike.result = 'ä'.repeat(AGENT_LIMITS.resultCharacters);
    const { data } = await run(ADD, 'live');
    expect([data.run_id, data.state, data.cut, data.beginning.length]).toEqual(['run_1', 'succeeded', true, AGENT_LIMITS.resultCharacters]);
    turnpike.catalog[ADD]!.version = 2;
    turnpike.result = '';
    const { contract } = (await got(ADD)).data;
    expect(contract.contract.version).toBe(2);
  });

  it('remembers no more than its limits', async () => {
    const { turnpike, run, got, live } = given();
    await got(ADD);
    for (let n = 0; n < AGENT_LIMITS.contracts; n += 1) {
      const id = `crm.things.get_${n}`;
      turnpike.catalog[id] = { version: 1, policy: 'read_only' };
      await got(id);
    }
    expect((await run(ADD, 'dry_run')).error.code).toBe('capability_not_fetched');
    for (let n = 0; n <= AGENT_LIMITS.ids; n += 1) await got(`crm.ghosts.get_${n}`);
    const asked = turnpike.sent.length;
    await got(`crm.ghosts.get_${AGENT_LIMITS.ids}`);
    expect(turnpike.sent.length).toBe(asked);
    await got('crm.ghosts.get_0');
    expect(turnpike.sent.length).toBe(asked + 1);
    await got(SLOW);
    await run(SLOW, 'live', { first: true });
    await got(ADD);
    for (let n = 0; n <= AGENT_LIMITS.liveCalls; n += 1) await run(ADD, 'live', { n });
    const before = live().length;
    expect([(await run(SLOW, 'live', { first: true })).error.code, live().length]).toEqual(['run_not_over', before]);
  });
});
