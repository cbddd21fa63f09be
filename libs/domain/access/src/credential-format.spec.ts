import fc from 'fast-check';
import { base62, base62Width } from './base62.js';
import { CREDENTIAL_KINDS, credentialKind, formatCredential, recognisablePrefix, type CredentialKind } from './credential-format.js';

const kinds = Object.keys(CREDENTIAL_KINDS) as CredentialKind[];
const secret = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc
      .uint8Array({ minLength: CREDENTIAL_KINDS[kind].bytes, maxLength: CREDENTIAL_KINDS[kind].bytes })
      .map((random) => ({ kind, text: formatCredential(kind, random) })),
  );

describe('credential format', () => {
  it('is known by its kind, whatever its random part', () => {
    fc.assert(fc.property(secret, ({ kind, text }) => credentialKind(text) === kind));
  });

  it('always has the same length and only URL-safe characters', () => {
    fc.assert(
      fc.property(secret, ({ kind, text }) => text.length === formatCredential(kind, new Uint8Array(CREDENTIAL_KINDS[kind].bytes)).length),
    );
    fc.assert(fc.property(secret, ({ text }) => /^tp[ksc]_[0-9A-Za-z]+$/.test(text)));
  });

  it('tells one mistyped character', () => {
    const mistyped = fc.tuple(secret, fc.nat(), fc.constantFrom(...'0123456789ABCxyz_ -'));
    fc.assert(
      fc.property(mistyped, ([{ text }, place, character]) => {
        const at = place % text.length;
        fc.pre(text[at] !== character);
        return credentialKind(`${text.slice(0, at)}${character}${text.slice(at + 1)}`) === null;
      }),
      { numRuns: 5_000 },
    );
  });

  it('tells one that was cut, lengthened or is of no kind', () => {
    const text = formatCredential('api_key', new Uint8Array(16).fill(7));
    for (const wrong of [
      '',
      'tpk_',
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      text.toUpperCase(),
      text.replace('tpk', 'tpc'),
      'password',
    ]) {
      expect(credentialKind(wrong)).toBeNull();
    }
  });

  it('takes exactly the random bits that its kind asks for', () => {
    expect(() => formatCredential('api_key', new Uint8Array(15))).toThrow(RangeError);
    expect(() => formatCredential('session', new Uint8Array(16))).toThrow(RangeError);
  });

  it('shows few enough characters to recognise a key by', () => {
    expect(recognisablePrefix(formatCredential('api_key', new Uint8Array(16)))).toBe('tpk_0000');
  });
});

describe('base62', () => {
  it('is one to one over a fixed width', () => {
    const max = 2n ** 128n - 1n;
    expect(base62(max, base62Width(16))).toHaveLength(22);
    fc.assert(fc.property(fc.bigInt(0n, max), fc.bigInt(0n, max), (a, b) => (a === b) === (base62(a, 22) === base62(b, 22))));
  });
});
