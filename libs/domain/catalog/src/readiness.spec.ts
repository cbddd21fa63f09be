import fc from 'fast-check';
import { readinessOf, type ReadinessFacts } from './readiness.js';

const facts = fc.record<ReadinessFacts>({
  permission: fc.constant('capabilities.run.read_only'),
  permissionHeld: fc.boolean(),
  missingScopes: fc.subarray(['crm:read', 'crm:write']),
  providerId: fc.constantFrom(null, 'crm'),
  connectionState: fc.constantFrom(null, 'connected', 'disconnected', 'needs_action'),
  creditClass: fc.constantFrom('free', 'action'),
  priced: fc.boolean(),
});

describe('readinessOf', () => {
  it('is ready exactly where nothing stands in the way, and says each thing that does, gravest first', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const expected = [
          !given.permissionHeld && 'permission_denied',
          given.missingScopes.length > 0 && 'scope_missing',
          given.providerId !== null && given.connectionState === null && 'provider_missing',
          given.providerId !== null && given.connectionState !== null && given.connectionState !== 'connected' && 'provider_not_connected',
          given.creditClass !== 'free' && !given.priced && 'price_missing',
        ].filter((each) => each !== false);
        const { ready, reasons } = readinessOf(given);
        expect(reasons.map(({ code }) => code)).toEqual(expected);
        expect(ready).toBe(expected.length === 0);
        for (const { repair } of reasons) expect(repair?.instruction).toMatch(/\S/);
      }),
    );
  });
});
