import { isListed } from './allow-rule.js';
import { readDestination, type Destination } from './read-destination.js';

const at = (url: string): Destination => {
  const read = readDestination(url);
  if ('outcome' in read) throw new Error(read.detail);
  return read;
};

describe('allow rules', () => {
  it('open the very host and port they name', () => {
    expect(isListed(['127.0.0.1:7430'], at('http://127.0.0.1:7430/x'))).toBe(true);
    expect(isListed(['crm.internal:443'], at('https://CRM.internal/'))).toBe(true);
    expect(isListed(['[::1]:80'], at('http://[0:0:0::1]/'))).toBe(true);
  });

  it.each([
    ['127.0.0.1:7430', 'http://127.0.0.1:7431/'],
    ['127.0.0.1:7430', 'http://localhost:7430/'],
    ['127.0.0.1:7430', 'http://[::ffff:127.0.0.1]:7430/'],
    ['crm.internal:443', 'https://a.crm.internal/'],
    ['internal:443', 'https://crm.internal/'],
    ['*:80', 'http://example.com/'],
    ['::1:80', 'http://[::1]/'],
    ['127.0.0.1', 'http://127.0.0.1/'],
  ])('%s does not open %s', (rule, url) => {
    expect(isListed([rule], at(url))).toBe(false);
  });
});
