import { LIMITS } from '@turnpike/contracts';
import { Passwords } from './passwords.js';

/** Passwords whose comparison the test has in its hand. */
class HeldPasswords extends Passwords {
  constructor(private readonly answer: (stored: string) => Promise<boolean>) {
    super();
  }
  protected override compare(stored: string): Promise<boolean> {
    return this.answer(stored);
  }
}

describe('passwords', () => {
  it('are argon2id at the cost that was decided, salted each time', async () => {
    const passwords = new Passwords();
    const [one, two] = [await passwords.hash('correct horse battery'), await passwords.hash('correct horse battery')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(two).not.toBe(one);
    expect(await passwords.verify(one, 'correct horse battery')).toBe(true);
    expect(await passwords.verify(one, 'correct horse batterx')).toBe(false);
  });

  it('open nothing where there is no account, at the same cost as where there is one', async () => {
    const started: string[] = [];
    const passwords = new HeldPasswords(async (stored) => {
      started.push(stored);
      return true;
    });
    expect(await passwords.verify(null, 'anything at all')).toBe(false);
    expect(started[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('are checked so many at once and no more; the next is turned away until one is done', async () => {
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const passwords = new HeldPasswords(() => held.then(() => true));
    const running = Array.from({ length: LIMITS.passwordChecksWaiting }, () => passwords.verify('x', 'y'));
    expect(await passwords.verify('x', 'y')).toBeNull();
    expect(await passwords.hash('y')).toBeNull();
    finish();
    expect(await Promise.all(running)).toEqual(running.map(() => true));
    expect(await passwords.verify('x', 'y')).toBe(true);
  });
});
