import { runsGet, toolsSearch } from '@turnpike/contracts';
import { checkInput } from './check-input.js';

const refusal = (args: Record<string, unknown>) => {
  const checked = checkInput(toolsSearch, args);
  return 'refusal' in checked ? checked.refusal : null;
};

describe('checkInput', () => {
  it('answers the arguments that fit', () => {
    expect(checkInput(toolsSearch, { goal: 'x', limit: 3 })).toEqual({ args: { goal: 'x', limit: 3 } });
  });

  it('points at each thing that does not fit, names the nearest field, and offers the call without them', () => {
    expect(refusal({ goal: 'x', limti: 3, limit: 0 })).toMatchObject({
      code: 'invalid_request',
      details: {
        issues: expect.arrayContaining([
          expect.objectContaining({ pointer: '/limti', nearest: 'limit' }),
          expect.objectContaining({ pointer: '/limit', keyword: 'minimum' }),
        ]),
      },
      repair: { control: 'tools_search', arguments: { goal: 'x' } },
    });
  });

  it('offers no call where none would fit', () => {
    const checked = checkInput(runsGet, {});
    expect('refusal' in checked && checked.refusal).toMatchObject({
      details: { issues: [{ keyword: 'required' }] },
      repair: { control: null },
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['U+0000', { goal: 'a\u0000' }, '/goal'],
    ['half a surrogate pair', { query_terms: ['x', '\ud83d'] }, '/query_terms/1'],
    ['a name', { 'na\u0000me': 1 }, '/na\\u0000me'],
  ])('refuses %s, and its own words are whole text', (_name, args, pointer) => {
    const refused = refusal(args);
    expect(refused?.details['issues']).toEqual([expect.objectContaining({ pointer })]);
    expect(JSON.stringify(refused)).not.toMatch(/\\u0000"|\\ud83d/);
  });

  it('takes every other text', () => {
    expect(refusal({ goal: '👩‍🚀 \u0001 é \u202e' })).toBeNull();
  });
});
