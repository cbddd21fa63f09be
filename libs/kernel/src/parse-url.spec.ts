import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('reads a host beyond ASCII however often it is asked', () => {
    const hosts = new Set<string | undefined>();
    for (let time = 0; time < 50_000; time += 1) parseUrl('http://example.com/');
    for (let time = 0; time < 50_000; time += 1) hosts.add(parseUrl('http://bücher.example/')?.hostname);
    expect([...hosts]).toEqual(['xn--bcher-kva.example']);
  });

  it('answers null for what is no absolute URL, and resolves against a base', () => {
    expect(parseUrl('/only/a/path')).toBeNull();
    expect(parseUrl('v1', 'https://a.example/x/')?.href).toBe('https://a.example/x/v1');
  });
});
