import fc from 'fast-check';
import { hideTokens } from './hide-tokens.js';

const TOKEN = `tt_${'aB3_'.repeat(10)}xyz`;

describe('hideTokens', () => {
  it('leaves no turn token at any depth, in any field, within any text', () => {
    const placed = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.jsonValue(),
        fc.constant(TOKEN),
        fc.constant(`run it with ${TOKEN}, please`),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('tool_turn_token', 'meta', 'repair', 'arguments', 'x'), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(fc.property(placed, (value) => !JSON.stringify(hideTokens(value) ?? null).includes(TOKEN)));
  });

  it('changes nothing else', () => {
    const value = { ok: true, data: { id: 'run_1', note: 'att_x', list: [1, null, 'tt_'] } };
    expect(hideTokens(value)).toEqual(value);
  });
});
