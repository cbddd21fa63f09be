import { startConversation, type Conversation, type SavedConversation } from './conversation.js';
import { FakeTurnpike } from './proof/fake-turnpike.js';

const ADD = 'crm.contacts.add';

function given() {
  const turnpike = new FakeTurnpike({ [ADD]: { version: 1, policy: 'internal_reversible' } });
  const kept: string[] = [];
  const onSave = (saved: SavedConversation) => void kept.push(JSON.stringify(saved));
  const resume = (text: string): Conversation => startConversation(turnpike.door, { saved: JSON.parse(text) as SavedConversation });
  return { turnpike, kept, talk: startConversation(turnpike.door, { onSave }), resume };
}
const run = (talk: Conversation, mode: string) => talk.call('tools_run', { capability_id: ADD, mode, params: { a: 1 } });

describe('a conversation that is saved', () => {
  it('goes on in another process: what is held, retired, nobody’s', async () => {
    const { turnpike, kept, talk, resume } = given();
    await talk.call('tools_get', { capability_id: ADD });
    await talk.call('tools_get', { capability_id: 'crm.ghosts.add' });
    const next = resume(kept.at(-1)!);
    const asked = turnpike.sent.length;
    await next.call('tools_get', { capability_id: 'crm.ghosts.add' });
    expect(turnpike.sent.length).toBe(asked);
    expect((await run(next, 'dry_run')).ok).toBe(true);
    turnpike.publish(ADD);
    await run(next, 'live');
    const third = resume(JSON.stringify(next.toSaved()));
    expect((await run(third, 'live')).envelope).toMatchObject({ error: { code: 'dry_run_first' } });
  });

  it('has the key of a live call before it goes out, so that a crash doubles nothing', async () => {
    const { turnpike, kept, talk, resume } = given();
    await talk.call('tools_get', { capability_id: ADD });
    const before = kept.length;
    await run(talk, 'live');
    const atTheCrash = resume(kept[before]!);
    expect((await run(atTheCrash, 'live')).ok).toBe(true);
    const keys = turnpike.sent.filter(({ name }) => name === 'tools_run').map(({ key }) => key);
    expect([turnpike.runs.size, keys.length, new Set(keys).size]).toEqual([1, 2, 1]);
    await run(resume(kept.at(-1)!), 'live');
    expect(turnpike.runs.size).toBe(2);
  });

  it('does not send a live call whose key could not be saved, and lets it be made again', async () => {
    const { turnpike } = given();
    let broken = false;
    const onSave = () => (broken ? Promise.reject(new Error('no disk')) : Promise.resolve());
    const talk = startConversation(turnpike.door, { onSave });
    await talk.call('tools_get', { capability_id: ADD });
    broken = true;
    await expect(run(talk, 'live')).rejects.toThrow('no disk');
    expect((await talk.call('tools_get', { capability_id: ADD })).ok).toBe(true);
    broken = false;
    expect([(await run(talk, 'live')).ok, turnpike.runs.size]).toEqual([true, 1]);
  });

  it('saves one at a time, the newest last', async () => {
    const { turnpike } = given();
    const seen: number[] = [];
    let [open, most] = [0, 0];
    const onSave = async ({ contracts }: SavedConversation) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      seen.push(contracts.nobodys.length);
    };
    const talk = startConversation(turnpike.door, { onSave });
    await Promise.all(['a', 'b', 'c'].map((name) => talk.call('tools_get', { capability_id: `crm.ghosts.${name}` })));
    expect([most, seen.at(-1)]).toEqual([1, 3]);
  });

  it('is not read from a form of another time', () => {
    const saved = { version: 2 } as unknown as SavedConversation;
    expect(() => startConversation(given().turnpike.door, { saved })).toThrow(TypeError);
  });
});
