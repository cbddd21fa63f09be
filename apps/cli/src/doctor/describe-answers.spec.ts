import type { Envelope } from '@turnpike/contracts';
import { describeAddresses, describePacks, describeProviders } from './describe-answers.js';

const answered = (data: object): Envelope => ({ ok: true, data, web_url: null, meta: {} }) as never;
const refused = (code: string): Envelope =>
  ({ ok: false, error: { code, message: 'no', retryable: false, details: {}, repair: null }, meta: {} }) as never;
const address = {
  address: 'http://10.0.0.1',
  provider_id: null,
  capabilities: 3,
  sample: [],
  status: null,
  message: 'refused',
  egress_rule: null,
};

describe('what the doctor makes of answers', () => {
  it('does not blame the server for what the caller may not look at', () => {
    expect(describeAddresses(refused('permission_denied'))).toEqual([
      { check: 'addresses', ok: true, detail: 'not looked at: no', next: 'turnpike login' },
    ]);
    expect(describeAddresses(refused('unavailable'))[0]).toMatchObject({ ok: false });
  });

  it('tells an address that is shut from one that is down, and one of a provider from one of none', () => {
    const next = (over: object): string | null | undefined =>
      describeAddresses(answered({ addresses: [{ ...address, reachable: false, ...over }], left_out: 0 }))[0]?.next;
    expect(next({ egress_rule: '10.0.0.1:80' })).toContain('admin egress set <those>,10.0.0.1:80');
    expect(next({})).toContain('turnpike import');
    expect(next({ provider_id: 'crm' })).toContain('turnpike connections create crm --base-url');
  });

  it('says how many addresses it did not look at', () => {
    const [sound, rest] = describeAddresses(answered({ addresses: [{ ...address, reachable: true }], left_out: 7 }));
    expect([sound?.ok, rest?.ok, rest?.detail]).toEqual([true, false, '7 more were not looked at']);
  });

  it('names a command for packs and providers that cannot be used', () => {
    expect(describePacks(answered({ packs: [] }))[0]?.next).toContain('turnpike import');
    expect(describePacks(answered({ packs: [{ pack_id: 'p', capabilities: 2, ready: 0 }] }))[0]).toMatchObject({ ok: false });
    const of = (state: string) => describeProviders(answered({ integrations: [{ provider_id: 'crm', state, capabilities: 1 }] }))[0];
    expect([of('connected')?.next, of('failing')?.next]).toEqual([null, 'turnpike connections test crm']);
    expect(of('not_connected')?.next).toContain('connections create crm');
  });
});
