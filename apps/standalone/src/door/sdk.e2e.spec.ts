import { connectTurnpike, type Turnpike } from '@turnpike/sdk';
import { openDoor, type OpenDoor } from './open-door.js';
import { CREATE, contact, RefusalDesk } from './refusal-desk.js';

// Real: the client over HTTP, all services, a provider that is slow when told to.
describe('the client', () => {
  let door: OpenDoor;
  let desk: RefusalDesk;
  let turnpike: Turnpike;
  /** Streams that were cut after so many bytes. */
  const cuts: number[] = [];

  /** Cuts a stream of events once its first bytes are through. */
  const cutting = async (address: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(address, init);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || cuts.length > 0) return answer;
    const reader = answer.body!.getReader();
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      const { value } = await reader.read();
      if (cuts.length > 0 || !value) return controller.error(new TypeError('cut'));
      cuts.push(value.byteLength);
      controller.enqueue(value);
    };
    return new Response(new ReadableStream({ pull, cancel: () => reader.cancel() }), { headers: answer.headers });
  };

  beforeAll(async () => {
    door = await openDoor();
    desk = new RefusalDesk(door);
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    await desk.connect();
    const key = (await door.owner.own('api_keys_create', { name: 'sdk', role: 'agent', scopes: ['*'] }))['secret'] as string;
    turnpike = connectTurnpike({ url: door.url, credential: key, fetch: cutting as typeof fetch });
    await desk.ready(door.agent, CREATE);
  }, 60_000);
  afterAll(() => door.close());

  const start = async () => {
    const got = await turnpike.toolsGet({ capability_id: CREATE });
    if (!got.ok) throw new Error(got.error.message);
    const token = got.data.tool_turn_token;
    const run = await turnpike.toolsRun({ capability_id: CREATE, params: contact(), mode: 'live', tool_turn_token: token, wait_ms: 0 });
    if (!run.ok || !run.meta.run) throw new Error('no run was begun');
    return run.meta.run.id;
  };

  it('follows a run to its end, each event once, although the stream is cut', async () => {
    await desk.fault('POST /v1/contacts', 'slow:800');
    const states: string[] = [];
    const sequences: number[] = [];
    for await (const followed of turnpike.followRun(await start())) {
      if (!followed.ok) throw new Error(followed.error.message);
      states.push(followed.event.state);
      sequences.push(followed.event.sequence);
    }
    expect([states, sequences, cuts.length]).toEqual([['queued', 'running', 'succeeded'], [1, 2, 3], 1]);
  });

  it('walks a list by its pages', async () => {
    await start();
    await start();
    const pages: number[] = [];
    const ids = new Set<string>();
    for await (const page of turnpike.pages('runs_list', { limit: 1 })) {
      if (!page.ok) throw new Error(page.error.message);
      pages.push(page.data.items.length);
      for (const { run_id: id } of page.data.items) ids.add(id);
    }
    expect([pages.filter((items) => items === 1).length, ids.size]).toEqual([3, 3]);
  });

  it('gives refusals as typed values, with the call that repairs them', async () => {
    const refused = await turnpike.toolsGet({ capability_id: 'sandbox.people.create' });
    expect(!refused.ok && [refused.error.code, refused.error.repair?.control]).toEqual(['capability_not_found', 'tools_search']);
    const ghost = [];
    for await (const followed of turnpike.followRun('run_0000000000000000000000000000000f'))
      ghost.push(!followed.ok && followed.error.code);
    expect(ghost).toEqual(['run_not_found']);
    const owner = await turnpike.apiKeysCreate({ name: 'x', role: 'agent', scopes: ['*'] });
    expect(!owner.ok && owner.error.code).toBe('owner_session_required');
  });
});
