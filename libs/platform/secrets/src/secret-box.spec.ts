import fc from 'fast-check';
import { CannotOpen, deriveKey, randomKey, SecretBox } from './index.js';

const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 });
const old = randomKey('k1');
const box = new SecretBox([old], 'k1');

const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'opened';
  } catch (error) {
    return error instanceof CannotOpen ? error.reason : String(error);
  }
};

describe('a sealed secret', () => {
  it('opens to what was sealed, in its own place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), texts, (plain, associated) => {
        expect(box.open(box.seal(plain, associated), associated)).toBe(plain);
      }),
    );
  });

  it('does not open anywhere else', () => {
    fc.assert(
      fc.property(texts, texts, (here, there) => {
        fc.pre(JSON.stringify(here) !== JSON.stringify(there));
        expect(reasonOf(() => box.open(box.seal('s', here), there))).toBe('altered');
      }),
    );
  });

  it('does not open where the same letters are divided otherwise', () => {
    expect(reasonOf(() => box.open(box.seal('s', ['ab', 'c']), ['a', 'bc']))).toBe('altered');
  });

  it('does not open when one byte of it changed', () => {
    const sealed = box.seal('a secret', ['ws', 'connection']);
    const [form, id, ...parts] = sealed.split('.');
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.nat(35), fc.integer({ min: 1, max: 255 }), (part, at, change) => {
        const bytes = parts.map((text) => Buffer.from(text, 'base64url'));
        const byte = bytes[part]?.[at];
        fc.pre(byte !== undefined);
        bytes[part]?.writeUInt8((byte ?? 0) ^ change, at);
        const altered = [form, id, ...bytes.map((each) => each.toString('base64url'))].join('.');
        expect(reasonOf(() => box.open(altered, ['ws', 'connection']))).toBe('altered');
      }),
    );
  });

  it('does not open with its data key moved to another secret', () => {
    const [first, second] = ['one', 'two'].map((plain) => box.seal(plain, ['ws']).split('.')) as [string[], string[]];
    const mixed = [first[0], first[1], first[2], second[3]].join('.');
    expect(reasonOf(() => box.open(mixed, ['ws']))).toBe('altered');
  });

  it('is refused without a throw of another kind, whatever text comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.base64String(), { maxLength: 5 }).map((parts) => ['v1', ...parts].join('.')),
        ),
        (text) => {
          expect(['malformed', 'unknown_key', 'altered']).toContain(reasonOf(() => box.open(text, [])));
        },
      ),
    );
  });

  it('never shows the secret, and never looks the same twice', () => {
    const [one, two] = [box.seal('canary-secret', ['a']), box.seal('canary-secret', ['a'])];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString('latin1') + one).not.toContain('canary');
  });

  it('still opens after the key was rotated, and not without the old key', () => {
    const sealed = box.seal('s', []);
    const rotated = new SecretBox([randomKey('k2'), old], 'k2');
    expect(rotated.open(sealed, [])).toBe('s');
    expect(rotated.seal('s', []).split('.')[1]).toBe('k2');
    expect(reasonOf(() => new SecretBox([randomKey('k2')], 'k2').open(sealed, []))).toBe('unknown_key');
    expect(reasonOf(() => new SecretBox([randomKey('k1')], 'k1').open(sealed, []))).toBe('altered');
  });

  it('has keys of one form, the active one among them', () => {
    expect(() => new SecretBox([old], 'k9')).toThrow(/no key has the id k9/);
    expect(() => new SecretBox([{ id: 'a.b', key: old.key }], 'a.b')).toThrow(TypeError);
  });
});

describe('deriveKey', () => {
  it('gives each purpose its own key, the same each time', () => {
    expect(deriveKey(old, 'a')).toEqual(deriveKey(old, 'a'));
    expect(Buffer.from(deriveKey(old, 'a').key).equals(deriveKey(old, 'b').key)).toBe(false);
  });
});
