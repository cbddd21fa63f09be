import { DEFAULT_LIMITS, HIGHEST_LIMITS, settleLimits } from '../limits.js';
import { checkRequest } from './check-request.js';

const base = { method: 'POST', url: 'https://example.com/', headers: [] };
const reasonOf = (change: object): string => {
  const checked = checkRequest({ ...base, ...change }, DEFAULT_LIMITS);
  return 'outcome' in checked ? checked.reason : 'checked';
};

describe('what a request may hold', () => {
  it('passes ordinary headers and gives the body as bytes', () => {
    const headers = [['Content-Type', 'application/json'], ['x-note', 'caf\u00e9\tx']] as const;
    expect(checkRequest({ ...base, headers, body: 'é' }, DEFAULT_LIMITS)).toEqual(Buffer.from([0xc3, 0xa9]));
  });

  it.each(['a\r\nb: c', 'a\nb', 'a\rb', 'a\0b', 'a\u0001', '\u007f', '→'])('refuses the header value %j', (value) => {
    expect(reasonOf({ headers: [['x', value]] })).toBe('header_not_allowed');
  });

  it.each(['', 'a b', 'a:b', 'a\r\n', 'é'])('refuses the header name %j', (name) => {
    expect(reasonOf({ headers: [[name, 'x']] })).toBe('header_not_allowed');
  });

  it.each(['Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Proxy-Authorization', 'Proxy-Connection', 'Host', 'Content-Length', 'Expect'])(
    'refuses %s, which is not the caller’s',
    (name) => {
      expect(reasonOf({ headers: [[name, 'x']] })).toBe('header_not_allowed');
    },
  );

  it.each(['CONNECT', 'get', 'POST ', 'GET / HTTP/1.1\r\n', ''])('refuses the method %j', (method) => {
    expect(reasonOf({ method })).toBe('method_not_allowed');
  });

  it('meets the limits of body, header bytes and header count', () => {
    expect(reasonOf({ body: new Uint8Array(DEFAULT_LIMITS.requestBytes) })).toBe('checked');
    expect(reasonOf({ body: new Uint8Array(DEFAULT_LIMITS.requestBytes + 1) })).toBe('request_too_large');
    expect(reasonOf({ headers: [['x', 'a'.repeat(32 * 1024 - 5)]] })).toBe('checked');
    expect(reasonOf({ headers: [['x', 'a'.repeat(32 * 1024 - 4)]] })).toBe('request_too_large');
    expect(reasonOf({ headers: new Array(200).fill(['x', 'y']) })).toBe('checked');
    expect(reasonOf({ headers: new Array(201).fill(['x', 'y']) })).toBe('request_too_large');
  });
});

describe('limits of a call', () => {
  it('are the defaults where none is asked, and never above the highest', () => {
    expect(settleLimits()).toEqual(DEFAULT_LIMITS);
    expect(settleLimits({ totalMs: 5, responseBytes: 1e12 })).toEqual({ ...DEFAULT_LIMITS, totalMs: 5, responseBytes: HIGHEST_LIMITS.responseBytes });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %p', (value) => {
    expect(() => settleLimits({ idleMs: value })).toThrow(RangeError);
  });
});
