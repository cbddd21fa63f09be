import { coversScope, missingScopes } from './scopes.js';

describe('scopes', () => {
  it.each<[readonly string[] | null, string, boolean]>([
    [null, 'crm:write', true],
    [['*'], 'crm:write', true],
    [['crm:*'], 'crm:write', true],
    [['crm:write'], 'crm:write', true],
    [['crm:read'], 'crm:write', false],
    [['cr:*'], 'crm:write', false],
    [['crm'], 'crm:write', false],
    [['crm:w'], 'crm:write', false],
    [['mail:*', 'crm:read'], 'crm:write', false],
    [[], 'crm:write', false],
  ])('%j covers %s: %s', (held, required, covered) => {
    expect(coversScope(held, required)).toBe(covered);
  });

  it('names what is missing, in the order it was asked for', () => {
    expect(missingScopes(['crm:*'], ['mail:send', 'crm:read', 'files:read'])).toEqual(['mail:send', 'files:read']);
    expect(missingScopes(null, ['mail:send'])).toEqual([]);
  });
});
