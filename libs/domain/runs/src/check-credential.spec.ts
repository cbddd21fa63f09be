import fc from 'fast-check';
import { addCredential, type Credential, type OneCredential } from './add-credential.js';
import { checkCredential } from './check-credential.js';

const key = (place: 'header' | 'query' | 'cookie', name: string, value: string): OneCredential => ({
  type: 'api_key',
  in: place,
  name,
  value,
});

describe('checkCredential', () => {
  it.each<[string, Credential, string | null]>([
    ['none', { type: 'none' }, null],
    ['a token', { type: 'bearer', token: 'eyJ.a-b_c~+/=' }, null],
    ['a token with a line end', { type: 'bearer', token: 'a\r\nX: y' }, 'token'],
    ['a token with a space', { type: 'bearer', token: 'a b' }, 'token'],
    ['a password of any kind', { type: 'basic', username: 'ü', password: 'a:\r\n' }, null],
    ['a user with a colon', { type: 'basic', username: 'a:b', password: 'c' }, 'username'],
    ['a key in a header', key('header', 'X-Key', 'a b'), null],
    ['a header that is none', key('header', 'X Key', 'a'), 'name'],
    ['a header value with a line end', key('header', 'X-Key', 'a\nb'), 'value'],
    ['a header value that ends in a space', key('header', 'X-Key', 'a '), 'value'],
    ['a cookie that begins another', key('cookie', 'a; b', 'c'), 'name'],
    ['a key in the query of any name', key('query', 'a b', 'c\n'), null],
    ['two of which each has its place', { type: 'all', credentials: [key('header', 'X-Key', 'a'), { type: 'bearer', token: 'b' }] }, null],
    ['two in one place', { type: 'all', credentials: [key('header', 'X-Key', 'a'), key('header', 'x-key', 'b')] }, 'credentials'],
    [
      'two of which one cannot be sent',
      { type: 'all', credentials: [key('query', 'k', 'a'), { type: 'bearer', token: 'a b' }] },
      'credentials/1/token',
    ],
  ])('%s', (_name, credential, field) => expect(checkCredential(credential)?.field ?? null).toBe(field));

  it('lets through only what begins no other header, and ends no cookie', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '-', '\r', '\n', ':', ';', '=', ' ', 'é', 'ł', '\u0000'), minLength: 1 });
    const place = fc.constantFrom('header' as const, 'query' as const, 'cookie' as const);
    const any = fc.oneof(
      text.map((token): Credential => ({ type: 'bearer', token })),
      fc.tuple(text, text).map(([username, password]): Credential => ({ type: 'basic', username, password })),
      fc.tuple(place, text, text).map(([where, name, value]) => key(where, name, value)),
    );
    fc.assert(
      fc.property(any, (credential) => {
        fc.pre(checkCredential(credential) === null);
        const { url, headers } = addCredential({ method: 'GET', url: 'https://a.test/x', headers: [], body: null }, credential);
        for (const { name, value } of headers) {
          expect(name).toMatch(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/);
          expect(value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
          if (name === 'Cookie') expect(value.split(/[;=]/)).toHaveLength(2);
        }
        expect([new URL(url).origin, new URL(url).pathname, [...new URL(url).searchParams].length <= 1]).toEqual([
          'https://a.test',
          '/x',
          true,
        ]);
      }),
    );
  });

  it('never repeats a secret', () => {
    for (const credential of [{ type: 'bearer', token: 'SECRET\n' } as const, key('header', 'X-Key', 'SECRET\n')])
      expect(JSON.stringify(checkCredential(credential))).not.toContain('SECRET');
  });
});
