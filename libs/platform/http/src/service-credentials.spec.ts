import { randomKey, signToken } from '@turnpike/platform-secrets';
import { ServiceCredentials } from './service-credentials.js';

describe('ServiceCredentials', () => {
  const key = randomKey('k1');
  const sign = (aud: string, exp: number, by = key) => signToken(by, { aud, iss: 'gateway', exp });
  let now = 1_000_000;
  const credentials = new ServiceCredentials('registry', [key], { now: () => now });

  it('takes a credential of its own audience, signed by a known key, until it ends', () => {
    const token = sign('registry', now + 60_000);
    expect(credentials.accepts(token)).toBe(true);
    expect(credentials.accepts(token)).toBe(true);
    now += 70_000;
    expect(credentials.accepts(token)).toBe(false);
  });

  it('refuses another audience, another key, and what is no credential', () => {
    expect(credentials.accepts(sign('rbac', now + 60_000))).toBe(false);
    expect(credentials.accepts(sign('registry', now + 60_000, randomKey('k1')))).toBe(false);
    for (const text of ['', 'x', 'a.b.c']) expect(credentials.accepts(text)).toBe(false);
  });

  it('forgets rather than grows', () => {
    for (let at = 0; at < 500; at += 1) expect(credentials.accepts(sign('registry', now + 60_000 + at))).toBe(true);
    expect((credentials as unknown as { known: Map<string, number> }).known.size).toBeLessThanOrEqual(100);
  });
});
