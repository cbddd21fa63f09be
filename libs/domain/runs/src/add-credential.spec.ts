import type { AuthScheme } from '@turnpike/contracts';
import { acceptsScheme, addCredential, describeScheme, schemeOf, type Credential, type OneCredential } from './add-credential.js';

const request = { method: 'GET', url: 'https://api.test/a', headers: [{ name: 'Accept', value: '*/*' }], body: null };
const key = (place: 'header' | 'query' | 'cookie'): OneCredential => ({ type: 'api_key', in: place, name: 'X-Key', value: 'a b' });
const both: Credential = { type: 'all', credentials: [key('header'), { type: 'bearer', token: 'SECRET' }] };

describe('addCredential', () => {
  it.each<[string, Credential, object]>([
    ['none', { type: 'none' }, request],
    ['bearer', { type: 'bearer', token: 't' }, { headers: [...request.headers, { name: 'Authorization', value: 'Bearer t' }] }],
    [
      'basic',
      { type: 'basic', username: 'ü', password: 'p:q' },
      { headers: [...request.headers, { name: 'Authorization', value: 'Basic w7w6cDpx' }] },
    ],
    ['a key in a header', key('header'), { headers: [...request.headers, { name: 'X-Key', value: 'a b' }] }],
    ['a key in the query', key('query'), { url: 'https://api.test/a?X-Key=a%20b' }],
    [
      'two at once',
      both,
      { headers: [...request.headers, { name: 'X-Key', value: 'a b' }, { name: 'Authorization', value: 'Bearer SECRET' }] },
    ],
    ['a key in a cookie', key('cookie'), { headers: [...request.headers, { name: 'Cookie', value: 'X-Key=a%20b' }] }],
  ])('puts it in its place: %s', (_name, credential, changed) => {
    expect(addCredential(request, credential)).toEqual({ ...request, ...changed });
  });

  it('stands beside a query and cookies that are there', () => {
    expect(addCredential({ ...request, url: 'https://api.test/a?b=1' }, key('query')).url).toBe('https://api.test/a?b=1&X-Key=a%20b');
    const withCookie = { ...request, headers: [{ name: 'Cookie', value: 'p=1' }] };
    expect(addCredential(withCookie, key('cookie')).headers).toEqual([{ name: 'Cookie', value: 'p=1; X-Key=a%20b' }]);
  });
});

describe('a scheme', () => {
  it('names where the credential goes and never what it is', () => {
    const credentials: Credential[] = [
      { type: 'none' },
      { type: 'bearer', token: 'SECRET' },
      { type: 'basic', username: 'SECRET', password: 'SECRET' },
      { ...key('query'), value: 'SECRET' } as Credential,
      both,
    ];
    const shown = credentials.map((credential) => describeScheme(schemeOf(credential)));
    expect(shown).toEqual([
      null,
      'header Authorization (bearer)',
      'header Authorization (basic)',
      'query X-Key (API key)',
      'header X-Key (API key) and header Authorization (bearer)',
    ]);
    expect(JSON.stringify(credentials.map(schemeOf))).not.toContain('SECRET');
  });

  it('is accepted where the contract lists it, an API key in its very place', () => {
    const accepted: AuthScheme[] = [{ type: 'bearer' }, { type: 'api_key', in: 'header', name: 'x-key' }];
    expect(acceptsScheme(accepted, { type: 'bearer' })).toBe(true);
    expect(acceptsScheme(accepted, schemeOf(key('header')))).toBe(true);
    expect(acceptsScheme(accepted, schemeOf(key('query')))).toBe(false);
    expect(acceptsScheme(accepted, { type: 'basic' })).toBe(false);
  });

  it('is accepted of several only with each of them, in any order', () => {
    const accepted: AuthScheme[] = [{ type: 'all', schemes: [{ type: 'bearer' }, schemeOf(key('header'))] }];
    expect(acceptsScheme(accepted, schemeOf(both))).toBe(true);
    expect(acceptsScheme(accepted, { type: 'bearer' })).toBe(false);
    expect(acceptsScheme([{ type: 'bearer' }], schemeOf(both))).toBe(false);
    expect(acceptsScheme(accepted, { type: 'all', schemes: [{ type: 'basic' }, schemeOf(key('header'))] })).toBe(false);
  });
});
