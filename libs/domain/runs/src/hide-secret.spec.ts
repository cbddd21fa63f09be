import fc from 'fast-check';
import type { Credential } from './add-credential.js';
import { hideSecret } from './hide-secret.js';

const bearer = (token: string): Credential => ({ type: 'bearer', token });

describe('hideSecret', () => {
  it.each<[string, Credential, string, string]>([
    ['a bearer', bearer('tok-abcdefgh'), 'got Bearer tok-abcdefgh.', 'got Bearer [hidden].'],
    ['a password', { type: 'basic', username: 'u', password: 'longpassword' }, 'longpassword', '[hidden]'],
    ['a basic pair', { type: 'basic', username: 'user', password: 'pass' }, 'Basic dXNlcjpwYXNz', 'Basic [hidden]'],
    ['a key in a query', { type: 'api_key', in: 'query', name: 'k', value: 'a b/c+d=e' }, '?k=a%20b%2Fc%2Bd%3De', '?k=[hidden]'],
    [
      'a key as JSON writes it',
      { type: 'api_key', in: 'header', name: 'k', value: 'a"b\\c"defg' },
      '{"k":"a\\"b\\\\c\\"defg"}',
      '{"k":"[hidden]"}',
    ],
    [
      'each of several',
      {
        type: 'all',
        credentials: [
          { type: 'bearer', token: 'tok-abcdefgh' },
          { type: 'api_key', in: 'query', name: 'k', value: 'keykeykey' },
        ],
      },
      'tok-abcdefgh?k=keykeykey',
      '[hidden]?k=[hidden]',
    ],
  ])('takes out %s', (_name, credential, text, hidden) => expect(hideSecret(credential)(text)).toBe(hidden));

  it('leaves texts alone that are too short to be told from others, and has nothing to hide of none', () => {
    expect(hideSecret(bearer('key'))('the key is a key')).toBe('the key is a key');
    expect(hideSecret({ type: 'none' })('text')).toBe('text');
  });

  it('leaves no copy in any text, as it is or within JSON', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '"', '\\', '%', ' ', 'é', '/'), maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('x', 'y', '"', '\\', 'é'), minLength: 8, maxLength: 40 }),
        part,
        part,
        (secret, before, after) => {
          const hide = hideSecret(bearer(secret));
          expect(hide(`${before}${secret}${after}`)).not.toContain(secret);
          expect(hide(JSON.stringify({ said: JSON.stringify([secret]) }))).toBe(JSON.stringify({ said: JSON.stringify(['[hidden]']) }));
          expect(hide(JSON.stringify({ said: secret }))).not.toContain(JSON.stringify(secret).slice(1, -1));
        },
      ),
    );
  });
});
