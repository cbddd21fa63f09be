import { LIMITS } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { McpCaller, SESSION, STATELESS, type OpenMcpStream } from './mcp-caller.js';
import { callerAt, openDoor, type Caller, type OpenDoor } from './open-door.js';
import { CREATE, RefusalDesk } from './refusal-desk.js';

// Real: the MCP door over sockets, all services, PostgreSQL, a provider that takes its time.
describe('streams of the MCP door', () => {
  let door: OpenDoor;
  let desk: RefusalDesk;
  let agent: McpCaller;
  let caller: Caller;
  let key: Record<string, any>;
  beforeAll(async () => {
    door = await openDoor();
    desk = new RefusalDesk(door);
    await publish('Contacts');
    await desk.connect();
    key = await door.owner.own('api_keys_create', { name: 'mcp', role: 'agent', scopes: ['*'] });
    agent = new McpCaller(door.url, key['secret'] as string);
    caller = callerAt(door.url, key['secret'] as string);
  }, 60_000);
  afterAll(() => door.close());

  const publish = (title: string, summary = 'Add a contact.') => {
    const document = structuredClone(door.document);
    document['paths']['/v1/contacts'].post.summary = summary;
    const { summary: _summary, title: _title, ...create } = door.overlay['operations']['POST /v1/contacts'];
    const overlay = {
      ...door.overlay,
      pack: { ...door.overlay['pack'], title },
      operations: { ...door.overlay['operations'], 'POST /v1/contacts': create },
    };
    return door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(document), overlay });
  };
  const changes = ({ messages }: OpenMcpStream) => messages.filter(({ method }) => method === 'notifications/tools/list_changed');

  it('a list that changed is told once, by both revisions; one that did not is not, and a filter is obeyed', async () => {
    const streams = [
      await agent.listen(SESSION),
      await agent.listen(STATELESS),
      await agent.listen(STATELESS, { promptsListChanged: true }),
    ];
    await eventually(async () =>
      expect(streams[1]?.messages[0]).toMatchObject({
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true } },
      }),
    );
    await publish('Contacts', 'Add a contact, said in other words.');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(streams.map((stream) => changes(stream).length)).toEqual([0, 0, 0]);
    await publish('Address book');
    await eventually(async () => expect(streams.map((stream) => changes(stream).length)).toEqual([1, 1, 0]));
    expect(changes(streams[1]!)[0]?.['params']._meta['io.modelcontextprotocol/subscriptionId']).toEqual(expect.any(Number));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(streams.map((stream) => changes(stream).length)).toEqual([1, 1, 0]);
    streams.forEach(({ close }) => close());
    const { tools } = (await agent.next('tools/list')).message['result'];
    expect(JSON.stringify(tools)).toContain('sandbox (Address book)');
  }, 30_000);

  it('a call with a progress token is told of its run before the answer', async () => {
    const token = await desk.ready(caller, CREATE);
    const params = { name: 'P', email: 'progress@mcp.example' };
    const args = { capability_id: CREATE, params, mode: 'live', tool_turn_token: token, idempotency_key: 'progress' };
    const answer = await agent.next('tools/call', { name: 'tools_run', arguments: args, _meta: { progressToken: 'p1' } });
    const { structuredContent: envelope } = answer.message['result'];
    expect(envelope.data.state).toBe('succeeded');
    expect(answer.notices[0]).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p1', progress: 1 } });
    expect(answer.notices[0]?.['params'].message).toContain(envelope.data.run_id);
    const repeat = await agent.tool('tools_run', args);
    expect(repeat.message['result'].structuredContent).toEqual(envelope);
  });

  it('closing the stream ends the wait and not the run', async () => {
    await desk.slowRead('waits', 30_000);
    const capability_id = 'waits.contacts.list';
    const tool_turn_token = await desk.ready(caller, capability_id);
    await desk.fault('GET /v1/contacts', 'hang');
    const args = { capability_id, params: {}, mode: 'live', tool_turn_token, wait_ms: 60_000, idempotency_key: 'closed' };
    const stop = new AbortController();
    const waiting = agent.next('tools/call', { name: 'tools_run', arguments: args, _meta: { progressToken: 7 } }, {}, stop.signal);
    const run = await eventually(async () => {
      const [found] = (await caller.data('runs_list', { capability_id }))['items'];
      expect(found.state).toBe('running');
      return found;
    });
    stop.abort();
    await expect(waiting).rejects.toThrow('abort');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await caller.data('runs_get', { run_id: run.run_id }))['state']).toBe('running');
    const joined = await agent.tool('tools_run', { ...args, wait_ms: 0 });
    expect(joined.message['result'].structuredContent).toMatchObject({
      ok: true,
      meta: { run: { id: run.run_id }, next: { control: 'runs_get' } },
    });
    await caller.data('runs_cancel', { run_id: run.run_id });
  }, 30_000);

  it('at most 100 streams of a principal, over all doors', async () => {
    const streams = await Promise.all(
      Array.from({ length: LIMITS.streamsPerPrincipal + 3 }, (_each, at) => agent.listen(at % 2 ? SESSION : STATELESS)),
    );
    const statuses = streams.map(({ status }) => status);
    expect([statuses.filter((each) => each === 200).length, statuses.filter((each) => each === 429).length]).toEqual([
      LIMITS.streamsPerPrincipal,
      3,
    ]);
    streams.forEach(({ close }) => close());
    await eventually(async () => {
      const again = await agent.listen(SESSION);
      again.close();
      expect(again.status).toBe(200);
    });
  });

  it('a stream ends with its credential', async () => {
    const stream = await agent.listen(STATELESS);
    await door.owner.own('api_keys_revoke', { api_key_id: key['api_key_id'], confirm: true });
    await eventually(async () => expect(stream.ended()).toBe(true), { within_ms: LIMITS.streamKeepAliveMs + 5_000 });
    expect((await agent.tool('whoami')).status).toBe(401);
  }, 40_000);
});
