import { envelope, LIMITS, refuse, type RunView } from '@turnpike/contracts';
import { cutResult, renderStoredAnswer } from './render-answer.js';
import { fillWebUrl } from './web-url.js';

const run: RunView = {
  kind: 'run',
  run_id: 'run_1',
  capability_id: 'crm.contacts.create',
  contract: { capability_id: 'crm.contacts.create', version: 3, digest: `sha256:${'0'.repeat(64)}` },
  state: 'succeeded',
  result: { id: 7 },
  result_truncated: false,
  error: null,
  cost: { charged: '0' },
  principal_id: 'us_1',
  turn_id: 'turn_1',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:00:01.000Z',
  not_after: '2026-01-01T00:01:00.000Z',
};
const render = (of: RunView) =>
  JSON.parse(renderStoredAnswer({ run: of, requestId: 'req_1', workspaceId: 'ws_1', webUrl: 'https://w', tookMs: 12 })) as unknown;

describe('the stored answer', () => {
  it('is an envelope of the first request', () => {
    const answer = render(run);
    expect(envelope.parse(answer)).toEqual(answer);
    expect(answer).toEqual({
      ok: true,
      data: run,
      web_url: 'https://w',
      meta: {
        request_id: 'req_1',
        workspace_id: 'ws_1',
        mode: 'live',
        contract: run.contract,
        credits: { charged: '0' },
        run: { id: 'run_1', state: 'succeeded' },
        took_ms: 12,
      },
    });
  });

  it('is the refusal of a run that ended otherwise', () => {
    const error = refuse('upstream_failed', 'no');
    const answer = render({ ...run, state: 'failed', result: null, error });
    expect(envelope.parse(answer)).toMatchObject({ ok: false, error, meta: { run: { state: 'failed' } } });
  });
});

describe('cutResult', () => {
  it('leaves a result of just the limit as it is, and cuts one byte more', () => {
    const fits = 'x'.repeat(LIMITS.resultBytes - 2);
    expect(cutResult(fits)).toEqual({ result: fits, truncated: false });
    const cut = cutResult(`${fits}x`);
    expect(cut.truncated).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(cut.result))).toBeLessThanOrEqual(LIMITS.resultBytes);
  });

  it('keeps to the limit whatever the text is made of', () => {
    for (const char of ['"', '\\', '\u0001', 'é', '😀'])
      expect(Buffer.byteLength(JSON.stringify(cutResult({ a: char.repeat(LIMITS.resultBytes) }).result))).toBeLessThanOrEqual(
        LIMITS.resultBytes,
      );
  });
});

describe('fillWebUrl', () => {
  it.each<[string | null, unknown, string | null]>([
    ['https://a.test/c/{id}', { id: 'x/y z' }, 'https://a.test/c/x%2Fy%20z'],
    ['https://a.test/{deal.id}/{n}', { deal: { id: 1 }, n: 2 }, 'https://a.test/1/2'],
    ['https://a.test/{id}', {}, null],
    ['https://a.test/{id}', { id: { no: 1 } }, null],
    ['https://a.test/{id}', null, null],
    ['javascript:alert({id})', { id: 1 }, null],
    ['https://{host}/x', { host: 'evil.test' }, null],
    [null, { id: 1 }, null],
  ])('%s over %j: %s', (template, output, url) => expect(fillWebUrl(template, output)).toBe(url));
});
