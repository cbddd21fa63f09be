// Over real HTTP on loopback: each operation, the credentials, idempotency, the recorder and the faults.
import { connect } from 'node:net';
import { startSandbox, type RunningSandbox } from './start-sandbox.js';
import { ALL_OPERATIONS } from './openapi/all-operations.js';

let sandbox: RunningSandbox;
const BEARER = { authorization: 'Bearer k' };

interface Answer {
  status: number;
  headers: Headers;
  json: any;
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(sandbox.url + path, { method, redirect: 'manual', headers: { ...BEARER, 'content-type': 'application/json', ...headers }, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}

beforeAll(async () => (sandbox = await startSandbox({ port: 0, token: 'k' })));
afterAll(() => sandbox.close());
beforeEach(() => call('POST', '/sandbox/reset'));

describe('contacts', () => {
  it('are listed by page and by every tag', async () => {
    const first = await call('GET', '/v1/contacts?limit=2');
    expect(first.json.contacts.map((each: { id: string }) => each.id)).toEqual(['con_1001', 'con_1002']);
    const next = await call('GET', `/v1/contacts?limit=2&cursor=${first.json.next_cursor}`);
    expect(next.json).toMatchObject({ contacts: [{ id: 'con_1003' }], next_cursor: null });
    expect((await call('GET', '/v1/contacts?tag=customer&tag=newsletter')).json.contacts).toHaveLength(1);
    expect((await call('GET', '/v1/contacts?tag=customer')).json.contacts).toHaveLength(2);
  });

  it('are searched, read, made, changed and deleted', async () => {
    expect((await call('GET', '/v1/contacts/search?q=COMPILERS')).json.contacts).toMatchObject([{ id: 'con_1002' }]);
    const made = await call('POST', '/v1/contacts', { email: 'new@example.com', name: 'New' }, { 'x-source': 'fair' });
    expect(made).toMatchObject({ status: 201, json: { source: 'fair', version: 1, tags: [] } });
    const path = `/v1/contacts/${made.json.id}`;
    expect((await call('PATCH', path, { name: 'Newer' }, { 'x-expected-version': '2' })).status).toBe(409);
    expect((await call('PATCH', path, { name: 'Newer' }, { 'x-expected-version': '1' })).json).toMatchObject({ name: 'Newer', email: 'new@example.com', version: 2 });
    expect((await call('GET', path)).json).toMatchObject({ name: 'Newer' });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', '/v1/contacts', { email: 'ADA@example.com', name: 'x' })).json.error.code).toBe('email_taken');
  });

  it('are refused with the place of what is wrong', async () => {
    const refused = await call('POST', '/v1/contacts', { email: 'no', colour: 1 });
    expect(refused.status).toBe(422);
    expect(refused.json.error.issues.map((issue: { path: string }) => issue.path)).toEqual(expect.arrayContaining(['body/email', 'body/name']));
    expect((await call('GET', '/v1/contacts?limit=0')).status).toBe(422);
    expect((await call('POST', '/v1/contacts')).json.error.code).toBe('invalid_json');
  });
});

describe('lists and sequences', () => {
  it('a list is made, filled and read', async () => {
    const { json: list } = await call('POST', '/v1/lists', { name: 'VIP' });
    await call('POST', `/v1/lists/${list.id}/members`, { contact_id: 'con_1001' });
    await call('POST', `/v1/lists/${list.id}/members`, { contact_id: 'con_1001' });
    expect((await call('GET', `/v1/lists/${list.id}`)).json.member_ids).toEqual(['con_1001']);
    expect((await call('POST', `/v1/lists/${list.id}/members`, { contact_id: 'con_9' })).status).toBe(404);
  });

  it('a sequence is drafted, switched on, enrolled in and read', async () => {
    const { json: sequence } = await call('POST', '/v1/sequences', { name: 'S', steps: [{ subject: 'a', body: 'b', wait_days: 1 }] });
    const enroll = () => call('POST', `/v1/sequences/${sequence.id}/enrollments`, { contact_id: 'con_1001' });
    expect((await enroll()).json.error.code).toBe('sequence_not_active');
    expect((await call('POST', `/v1/sequences/${sequence.id}/activate`)).json.state).toBe('active');
    expect((await enroll()).status).toBe(201);
    expect((await enroll()).json.error.code).toBe('already_enrolled');
    expect((await call('GET', `/v1/sequences/${sequence.id}`)).json.enrollments).toMatchObject([{ contact_id: 'con_1001' }]);
    expect((await call('GET', '/v1/sequences?state=draft')).json.sequences).toEqual([]);
  });
});

describe('mail and workbooks', () => {
  it('mail goes to the outbox', async () => {
    const sent = await call('POST', '/v1/mail/messages', { to: ['ada@example.com'], subject: 'Hi', body: 'x' });
    expect(sent.status).toBe(202);
    expect((await call('GET', '/v1/mail/outbox?to=ada@example.com')).json.messages).toEqual([sent.json]);
    expect((await call('GET', '/v1/mail/outbox?to=grace@example.com')).json.messages).toEqual([]);
    expect((await call('GET', `/v1/mail/outbox/${sent.json.id}`)).json).toEqual(sent.json);
  });

  it('one call builds what several small ones build', async () => {
    const built = await call('POST', '/v1/workbooks/build', { title: 'T', sheets: [{ name: 'S 1', columns: ['a', 'b'], rows: [[1, 'x'], [null, true]] }] });
    const { json: small } = await call('POST', '/v1/workbooks', { title: 'T' });
    await call('POST', `/v1/workbooks/${small.id}/sheets`, { name: 'S 1', columns: ['a', 'b'] });
    expect((await call('POST', `/v1/workbooks/${small.id}/sheets/S%201/rows`, { rows: [[1, 'x'], [null, true]] })).json).toEqual({ appended: 2, row_count: 2 });
    const [one, other] = await Promise.all([built.json.id, small.id].map((id) => call('GET', `/v1/workbooks/${id}`)));
    expect(one?.json.sheets).toEqual(other?.json.sheets);
    const rows = await call('GET', `/v1/workbooks/${built.json.id}/sheets/S%201/rows?column=b&column=a&offset=1`);
    expect(rows.json).toEqual({ columns: ['b', 'a'], rows: [[true, null]], row_count: 2 });
  });

  it('a row that does not fit leaves nothing behind', async () => {
    const refused = await call('POST', '/v1/workbooks/build', { title: 'T', sheets: [{ name: 'S', columns: ['a'], rows: [[1], [1, 2]] }] });
    expect(refused.json.error.code).toBe('row_does_not_fit');
    expect((await call('GET', '/v1/workbooks/wbk_1006')).status).toBe(404);
  });
});

describe('credentials', () => {
  const get = async (path: string, headers: Record<string, string>) => (await fetch(sandbox.url + path, { headers })).status;

  it.each(ALL_OPERATIONS.map((operation) => [operation.method, operation.path] as const))('%s %s wants one', async (method, path) => {
    for (const authorization of ['', 'Bearer wrong', 'Bearer ']) {
      expect((await fetch(sandbox.url + path, { method, headers: { authorization } })).status).toBe(401);
    }
  });

  it('are taken in the ways an operation names, and in no other', async () => {
    const [key, basic] = [{ 'X-Sandbox-Key': 'k' }, { authorization: `Basic ${Buffer.from('demo:k').toString('base64')}` }];
    expect(await Promise.all([get('/v1/contacts', key), get('/v1/mail/outbox', basic), get('/v1/sequences', BEARER)])).toEqual([200, 200, 200]);
    expect(await Promise.all([get('/v1/contacts', basic), get('/v1/mail/outbox', key), get('/v1/sequences', key)])).toEqual([401, 401, 401]);
    expect(await Promise.all([get('/openapi.json', {}), get('/sandbox/requests', {})])).toEqual([200, 401]);
  });
});

describe('Idempotency-Key', () => {
  const send = (subject: string, key = 'one') => call('POST', '/v1/mail/messages', { to: ['ada@example.com'], subject, body: '' }, { 'idempotency-key': key });
  const outbox = async () => (await call('GET', '/v1/mail/outbox')).json.messages.length;

  it('answers the same again and does nothing twice, at once or later', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('a')));
    const later = await send('a');
    expect(new Set([...answers, later].map((answer) => JSON.stringify([answer.status, answer.json]))).size).toBe(1);
    expect(later.headers.get('idempotent-replayed')).toBe('true');
    expect(await outbox()).toBe(1);
  });

  it('refuses another call under the key, and takes another key', async () => {
    await send('a');
    expect((await send('b')).json.error.code).toBe('idempotency_key_reused');
    await send('a', 'two');
    expect(await outbox()).toBe(2);
  });

  it('tells after a cut what came of the first call', async () => {
    const body = { to: ['ada@example.com'], subject: 'a', body: '' };
    await expect(call('POST', '/v1/mail/messages', body, { 'idempotency-key': 'one', 'x-sandbox-fault': 'cut' })).rejects.toThrow();
    expect(await outbox()).toBe(1);
    expect((await send('a')).status).toBe(202);
    expect(await outbox()).toBe(1);
  });
});

describe('faults', () => {
  const faulty = (fault: string) => call('POST', '/v1/lists', { name: 'x' }, { 'x-sandbox-fault': fault });
  const made = async () => (await call('GET', '/v1/lists/lst_1006')).status === 200;

  it('status, redirect and huge answer in the place of the operation', async () => {
    expect((await faulty('status:503')).status).toBe(503);
    expect((await faulty('redirect:http://127.0.0.1:1/x')).headers.get('location')).toBe('http://127.0.0.1:1/x');
    expect(JSON.stringify((await faulty('huge:2000000')).json).length).toBeGreaterThan(2_000_000);
    expect(await made()).toBe(false);
  });

  it('slow delays, by query too', async () => {
    const from = performance.now();
    expect((await call('GET', '/v1/contacts?x-sandbox-fault=slow:120')).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThan(110);
  });

  it.each(['cut', 'cut:midway'])('%s loses the answer and keeps the effect', async (fault) => {
    await expect(faulty(fault)).rejects.toThrow();
    expect(await made()).toBe(true);
  });

  it('hang never answers', async () => {
    const hung = fetch(`${sandbox.url}/v1/contacts`, { headers: { ...BEARER, 'x-sandbox-fault': 'hang' }, signal: AbortSignal.timeout(150) });
    await expect(hung).rejects.toThrow(/timeout/);
  });

  it('can be ordered ahead for a route', async () => {
    await call('POST', '/sandbox/faults', { route: 'GET /v1/contacts/{contact_id}', fault: 'status:500', times: 2 });
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await call('GET', '/v1/contacts/con_1001')).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('that do not exist are refused', async () => {
    expect((await faulty('explode')).json.error.code).toBe('unknown_fault');
    expect((await faulty('status:99')).status).toBe(400);
  });
});

describe('the recorder', () => {
  it('keeps requests byte for byte, refused ones too', async () => {
    const { port } = new URL(sandbox.url);
    const raw = 'POST /v1/lists?b=2&a=%41 HTTP/1.1\r\nHost: x\r\nX-Two: 2\r\nx-one: 1\r\nX-Two: 3\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{ "odd" ]';
    await new Promise((ended) => connect(Number(port), '127.0.0.1').on('close', ended).resume().end(raw));
    const { requests } = (await call('GET', '/sandbox/requests')).json;
    expect(requests).toEqual([
      {
        at: expect.any(String),
        method: 'POST',
        url: '/v1/lists?b=2&a=%41',
        headers: [['Host', 'x'], ['X-Two', '2'], ['x-one', '1'], ['X-Two', '3'], ['Content-Length', '9'], ['Connection', 'close']],
        body_base64: Buffer.from('{ "odd" ]').toString('base64'),
      },
    ]);
  });

  it('keeps the last 200', async () => {
    for (let round = 0; round < 205; round += 1) await call('GET', `/v1/contacts?limit=1&round=${round}`);
    const { requests } = (await call('GET', '/sandbox/requests')).json;
    expect(requests).toHaveLength(200);
    expect(requests[0].url).toContain('round=5');
  });
});

describe('starting', () => {
  it('a taken port is said, and a closed sandbox frees its port though a call hangs', async () => {
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
    const second = await startSandbox({ port: 0, token: 'k' });
    const hung = fetch(`${second.url}/v1/contacts`, { headers: { ...BEARER, 'x-sandbox-fault': 'hang' } }).catch((error: Error) => error);
    await new Promise((tick) => setTimeout(tick, 50));
    await second.close();
    expect(await hung).toMatchObject({ name: 'TypeError' });
    const again = await startSandbox({ port: Number(new URL(second.url).port) });
    await again.close();
  });
});
