import { readDestination } from './read-destination.js';

const reasonOf = (url: string): string => {
  const read = readDestination(url);
  return 'outcome' in read ? read.reason : 'read';
};

describe('reading a URL', () => {
  it('gives host, port and path as they will be used', () => {
    expect(readDestination('https://API.Example.com/v1/a%20b?x=1#part')).toEqual({
      scheme: 'https',
      host: 'api.example.com',
      literal: false,
      port: 443,
      origin: 'https://api.example.com',
      path: '/v1/a%20b?x=1',
    });
    expect(readDestination('http://127.0.0.1:7430')).toMatchObject({ host: '127.0.0.1', literal: true, port: 7430, path: '/' });
    expect(readDestination('http://[0:0::1]:80/')).toMatchObject({ host: '::1', literal: true, port: 80 });
    expect(readDestination('http://bücher.example/')).toMatchObject({ host: 'xn--bcher-kva.example' });
  });

  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://127.0.0.01/',
    'http://127。0。0。1/',
    'http://①27.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://127.0.0.%31/',
    'http://lo%63alhost/',
  ])('refuses the odd host of %s', (url) => {
    expect(reasonOf(url)).toBe('odd_host');
  });

  it.each([
    ['ftp://example.com/', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['gopher://example.com/', 'scheme_not_allowed'],
    ['data:text/plain,x', 'scheme_not_allowed'],
    ['http://user:pw@example.com/', 'userinfo_in_url'],
    ['http://@example.com/', 'userinfo_in_url'],
    ['http://example.com@127.0.0.1/', 'userinfo_in_url'],
    ['http:/127.0.0.1/', 'url_malformed'],
    ['http:127.0.0.1', 'url_malformed'],
    ['http://', 'url_malformed'],
    ['//example.com/', 'url_malformed'],
    ['/path', 'url_malformed'],
    ['http://exa mple.com/', 'url_malformed'],
    ['http://exam\tple.com/', 'url_malformed'],
    ['http://example.com/\r\nX: y', 'url_malformed'],
    ['http://example.com\\@127.0.0.1/', 'url_malformed'],
    ['http://example.com:0/', 'url_malformed'],
    ['http://example.com:99999/', 'url_malformed'],
    ['http://[::1/', 'url_malformed'],
    ['http://[fe80::1%25eth0]/', 'url_malformed'],
    ['http://1.2.3.4.5/', 'url_malformed'],
    [`http://example.com/${'a'.repeat(8192)}`, 'url_malformed'],
  ])('refuses %s as %s', (url, reason) => {
    expect(reasonOf(url)).toBe(reason);
  });
});
