import fc from 'fast-check';
import { randomKey, signToken, verifyToken, type TokenKey } from './index.js';

const NOW = 1_700_000_000_000;
const key = randomKey('k1');
const expected = { now: NOW, audience: 'rbac' };
const claims = { aud: 'rbac', exp: NOW + 60_000 };

describe('a signed token', () => {
  it('gives back the claims that were signed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          fc.jsonValue(),
        ),
        (own) => {
          const signed = JSON.parse(JSON.stringify({ ...own, ...claims })) as typeof claims;
          expect(verifyToken([randomKey('k0'), key], signToken(key, signed), expected)).toEqual({ ok: true, claims: signed });
        },
      ),
    );
  });

  it('has no other spelling that verifies', () => {
    const token = signToken(key, claims);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCzy019-_.= \n'), fc.constantFrom(0, 1), (at, character, removed) => {
        const other = token.slice(0, at) + character + token.slice(at + removed);
        fc.pre(other !== token);
        expect(verifyToken([key], other, expected).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws, whatever text comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.string(), { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.')),
        ),
        (text) => {
          expect(verifyToken([key], text, expected).ok).toBe(false);
        },
      ),
    );
  });

  it.each([
    ['wrong_audience', { ...claims, aud: 'billing' }],
    ['expired', { ...claims, exp: NOW - 5_000 }],
    ['not_yet', { ...claims, nbf: NOW + 5_001 }],
    ['malformed', { aud: 'rbac' } as typeof claims],
  ])('is refused: %s', (reason, wrong) => {
    expect(verifyToken([key], signToken(key, wrong), expected)).toEqual({ ok: false, reason });
  });

  it('is taken within 5 s of its times, since clocks differ', () => {
    expect(verifyToken([key], signToken(key, { ...claims, exp: NOW - 4_999, nbf: NOW + 5_000 }), expected).ok).toBe(true);
  });

  it('is refused under a key that is not known, or another of the same id', () => {
    const token = signToken(key, claims);
    expect(verifyToken([randomKey('k2')], token, expected)).toEqual({ ok: false, reason: 'unknown_key' });
    expect(verifyToken([randomKey('k1')], token, expected)).toEqual({ ok: false, reason: 'bad_signature' });
  });

  it('has a limit of 16,384 characters for signer and reader', () => {
    expect(signToken(key, { ...claims, pad: 'x'.repeat(12_000) }).length).toBeLessThan(16_385);
    expect(() => signToken(key, { ...claims, pad: 'x'.repeat(13_000) })).toThrow(RangeError);
    expect(verifyToken([key], `k1.${'x'.repeat(20_000)}.y`, expected)).toEqual({ ok: false, reason: 'malformed' });
  });

  it('is not signed with a key that is none', () => {
    const bad: TokenKey[] = [
      { id: 'a.b', key: key.key },
      { id: '', key: key.key },
      { id: 'k', key: key.key.subarray(1) },
    ];
    for (const each of bad) expect(() => signToken(each, claims)).toThrow(TypeError);
  });
});
