import type { Contract, Mode, Readiness } from '@turnpike/contracts';
import { admit, type AdmissionInput } from './admit.js';

const ready: Readiness = { ready: true, reasons: [] };
const unready = (code: Readiness['reasons'][number]['code']): Readiness => ({
  ready: false,
  reasons: [{ code, message: `${code}!`, repair: { control: 'integrations_list', arguments: {}, instruction: 'Connect it.' } }],
});
const given = (over: Partial<Omit<AdmissionInput, 'contract'>> & { modes?: Mode[] } = {}): AdmissionInput => ({
  contract: { modes: over.modes ?? ['smoke_test', 'dry_run', 'live'], scopes: ['crm:write'] } as Contract,
  mode: 'live',
  scopes: ['crm:*'],
  readiness: ready,
  issues: [],
  readAgain: { control: 'tools_get', arguments: { capability_id: 'a.b.c' }, instruction: '' },
  sameCall: (mode) => ({ control: 'tools_run', arguments: { mode }, instruction: '' }),
  ...over,
});
const wrong = { issues: [{ pointer: '/email', keyword: 'format', message: 'is no email' }] };

describe('admit', () => {
  it('lets a call through that meets all of it', () => {
    expect(admit(given())).toBeNull();
    expect(admit(given({ scopes: null }))).toBeNull();
  });

  it('refuses the first that fails: mode, scopes, readiness, input', () => {
    const all = { modes: ['dry_run'] as Mode[], scopes: [], readiness: unready('provider_missing'), ...wrong };
    expect(admit(given(all))?.code).toBe('mode_not_supported');
    expect(admit(given({ ...all, mode: 'dry_run' }))?.code).toBe('scope_missing');
    expect(admit(given({ ...all, mode: 'dry_run', scopes: ['*'] }))?.code).toBe('provider_missing');
    expect(admit(given({ ...all, mode: 'dry_run', scopes: ['*'], readiness: ready }))?.code).toBe('invalid_request');
  });

  it('names the safest mode that the contract allows', () => {
    expect(admit(given({ modes: ['smoke_test', 'dry_run'] }))).toMatchObject({
      details: { mode: 'live', allowed: ['smoke_test', 'dry_run'] },
      repair: { control: 'tools_run', arguments: { mode: 'dry_run' } },
    });
    expect(admit(given({ modes: ['smoke_test'] }))?.repair?.arguments).toEqual({ mode: 'smoke_test' });
  });

  it.each<Readiness['reasons'][number]['code']>(['permission_denied', 'provider_missing', 'provider_not_connected', 'price_missing'])(
    'refuses what is not ready by its first reason: %s',
    (code) => {
      expect(admit(given({ readiness: unready(code) }))).toMatchObject({
        code,
        details: { reasons: [{ code }] },
        repair: { instruction: 'Connect it.' },
      });
    },
  );

  it('inspects without asking for readiness or valid input, but not without the scope', () => {
    expect(admit(given({ mode: 'smoke_test', readiness: unready('provider_missing'), ...wrong }))).toBeNull();
    expect(admit(given({ mode: 'smoke_test', scopes: ['mail:*'] }))).toMatchObject({
      code: 'scope_missing',
      details: { missing: ['crm:write'], held: ['mail:*'] },
    });
  });

  it('says in what way params do not fit, and where the schema can be read again', () => {
    expect(admit(given(wrong))).toMatchObject({ code: 'invalid_request', details: wrong, repair: { control: 'tools_get' } });
  });
});
