import { freshUntil, readTokenAnswer, tokenRequest, type OAuthClient } from './oauth-tokens.js';

const client: OAuthClient = {
  type: 'oauth2',
  grant: 'client_credentials',
  token_url: 'https://p.example/token',
  client_id: 'a b',
  client_secret: 'ü:%',
};

describe('a token request', () => {
  it('carries the secret in the header, form-encoded first, or in the form', () => {
    const { headers, body } = tokenRequest(client, { grant_type: 'client_credentials' });
    const basic = headers.find(([name]) => name === 'authorization')?.[1] ?? '';
    expect(Buffer.from(basic.slice(6), 'base64').toString()).toBe('a+b:%C3%BC%3A%25');
    expect(body).toBe('grant_type=client_credentials');
    const posted = tokenRequest({ ...client, client_authentication: 'post' }, { grant_type: 'client_credentials' });
    expect(posted.headers.map(([name]) => name)).not.toContain('authorization');
    expect(new URLSearchParams(posted.body).get('client_secret')).toBe('ü:%');
  });
});

describe('a token answer', () => {
  const read = (status: number, body: unknown) => readTokenAnswer(status, typeof body === 'string' ? body : JSON.stringify(body));

  it('is read as tokens', () => {
    const tokens = { access: 'abc', refresh: 'r', livesMs: 60_000 };
    expect(read(200, { access_token: 'abc', token_type: 'Bearer', expires_in: 60, refresh_token: 'r' })).toEqual({
      outcome: 'tokens',
      tokens,
    });
    expect(read(200, { access_token: 'abc' })).toMatchObject({ tokens: { refresh: null, livesMs: null } });
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'secret-123' }, { outcome: 'denied', error: 'invalid_grant' }],
    [401, 'secret', { outcome: 'denied', error: 'status 401' }],
    [400, { error: 'With Secret' }, { outcome: 'denied', error: 'status 400' }],
    [200, { access_token: 'abc', token_type: 'mac' }, { outcome: 'denied', error: 'not_a_bearer_token' }],
    [503, { error: 'invalid_grant' }, { outcome: 'broken', reason: 'status 503' }],
    [429, '', { outcome: 'broken', reason: 'status 429' }],
    [200, '<html>', { outcome: 'broken', reason: 'status 200 without an access token' }],
    [200, { access_token: 'a\r\nX: y' }, { outcome: 'broken', reason: 'status 200 without an access token' }],
    [302, '', { outcome: 'broken', reason: 'status 302 without an access token' }],
  ])('of status %i and %j is %j, and repeats nothing of what was said', (status, body, expected) => {
    expect(read(status, body)).toEqual(expected);
  });

  it('is used until a quarter of its life, at most a minute, before its end', () => {
    expect([freshUntil(0, 3_600_000), freshUntil(0, 40_000), freshUntil(0, 0), freshUntil(0, null)]).toEqual([
      3_540_000, 30_000, 0, 3_540_000,
    ]);
  });
});
