import { settleCall, type CallOutcome, type CallSettled } from './settle-call.js';

const settle = (outcome: CallOutcome, over: Partial<CallSettled> = {}) =>
  settleCall({ runId: 'run_1', outcome, readOnly: false, cancelled: false, hide: (text) => text, ...over });
const answered = (status: number, contentType: string, body: string | Uint8Array, truncated = false): CallOutcome => ({
  outcome: 'answered',
  status,
  contentType,
  body: Buffer.from(body),
  truncated,
});

describe('an answered call', () => {
  it.each<[string, CallOutcome, unknown]>([
    ['JSON', answered(200, 'application/json', '{"a":[1]}'), { a: [1] }],
    ['JSON of a vendor', answered(201, 'application/vnd.x+json; charset=utf-8', '"x"'), 'x'],
    ['no content', answered(204, '', ''), null],
    ['JSON that is none', answered(200, 'application/json', '{"a":'), { text: '{"a":' }],
    ['text', answered(200, 'text/csv', 'a,b'), { text: 'a,b' }],
    ['text of no named type', answered(200, '', 'plain'), { text: 'plain' }],
    ['bytes', answered(200, 'image/png', Uint8Array.of(0x89, 0x50, 0xff)), { base64: 'iVD/', content_type: 'image/png' }],
    ['cut JSON', answered(200, 'application/json', '{"a":"é', true), { text: '{"a":"é' }],
    ['text cut within a character', answered(200, 'text/plain', Buffer.from('aé').subarray(0, 2), true), { text: 'a' }],
  ])('succeeds: %s', (_name, outcome, result) => {
    expect(settle(outcome)).toMatchObject({ state: 'succeeded', result, error: null });
  });

  it.each([[302], [400], [404], [500], [199]])('fails with status %d', (status) => {
    expect(settle(answered(status, 'text/plain', 'no'))).toMatchObject({
      state: 'failed',
      error: { code: 'upstream_failed', details: { status, said: 'no', run_id: 'run_1' }, repair: { control: 'runs_get' } },
    });
  });

  it('keeps of an error what people can read, and no more than 2,000 characters', () => {
    const said = settle(answered(500, 'text/plain', `\u001b[31mred\u202e\r\n${'x'.repeat(9_000)}`)).error!.details['said'] as string;
    expect(said).toHaveLength(2_000);
    expect(said.startsWith('[31mred\n')).toBe(true);
  });
});

describe('a call without an answer', () => {
  const unknown = (cause: string): CallOutcome => ({ outcome: 'unknown', cause, detail: 'x' });
  const notSent = (cause: string): CallOutcome => ({ outcome: 'not_sent', cause, detail: 'x' });
  it.each<[string, CallOutcome, Partial<CallSettled>, string, string]>([
    ['a write that timed out', unknown('headers_timeout'), {}, 'unknown', 'upstream_timeout'],
    ['a write that was cut', unknown('connection_cut'), {}, 'unknown', 'upstream_failed'],
    ['a write that was cancelled', unknown('aborted'), { cancelled: true }, 'unknown', 'upstream_failed'],
    ['a read that timed out', unknown('total_timeout'), { readOnly: true }, 'failed', 'upstream_timeout'],
    ['a read that was cancelled', unknown('aborted'), { readOnly: true, cancelled: true }, 'cancelled', 'run_cancelled'],
    ['a write that never left', notSent('connect_refused'), {}, 'failed', 'upstream_failed'],
    ['a write that could not connect in time', notSent('connect_timeout'), {}, 'failed', 'upstream_timeout'],
    ['a write cancelled before it left', notSent('aborted'), { cancelled: true }, 'cancelled', 'run_cancelled'],
    ['an address that is not allowed', { outcome: 'refused', reason: 'address_not_allowed', detail: 'x' }, {}, 'failed', 'upstream_failed'],
  ])('%s', (_name, outcome, over, state, code) => {
    expect(settle(outcome, over)).toMatchObject({ state, result: null, error: { code } });
  });

  it('names the allow list only where it would help', () => {
    const instruction = (reason: string) => settle({ outcome: 'refused', reason, detail: 'x' }).error!.repair!.instruction;
    expect(instruction('address_not_allowed')).toMatch(/egress_set/);
    expect(instruction('header_not_allowed')).not.toMatch(/egress_set/);
  });
});

it('hides the credential in everything that the provider and the network say', () => {
  const hide = (text: string) => text.replaceAll('s3cret', '[hidden]');
  const all = [
    answered(200, 'application/json', '{"echo":"s3cret"}'),
    answered(200, 'text/plain', 's3cret'),
    answered(401, 'text/plain', 'not s3cret'),
    { outcome: 'unknown' as const, cause: 'connection_cut', detail: 's3cret' },
    { outcome: 'not_sent' as const, cause: 'dns_failed', detail: 's3cret' },
    { outcome: 'refused' as const, reason: 'odd_host', detail: 's3cret' },
  ].map((outcome) => JSON.stringify(settle(outcome, { hide })));
  for (const text of all) {
    expect(text).toContain('[hidden]');
    expect(text).not.toContain('s3cret');
  }
});
