import { checkOrigin } from './check-origin.js';

const check = (headers: Record<string, string>) => () => checkOrigin(headers, 'https://turnpike.example:8443');

describe('checkOrigin', () => {
  it.each([
    [{ host: 'turnpike.example' }],
    [{ host: 'turnpike.example:8443', origin: 'https://turnpike.example' }],
    [{ host: '[::1]:7420' }],
    [{ host: 'LOCALHOST' }],
  ])('takes %j', (headers) => expect(check(headers)).not.toThrow());

  it.each([
    [{}],
    [{ host: '' }],
    [{ host: 'a@b:c@d' }],
    [{ host: 'turnpike.example.evil.example' }],
    [{ host: 'localhost', origin: 'null' }],
    [{ host: 'localhost', origin: '' }],
    [{ host: '10.0.0.1' }],
  ])('refuses %j, and says what to set', (headers) => expect(check(headers as Record<string, string>)).toThrow(/TURNPIKE_PUBLIC_URL/));
});
