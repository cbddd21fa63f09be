import { LIMITS } from '@turnpike/contracts';
import { randomKey } from '@turnpike/platform-secrets';
import { manualClock } from '@turnpike/testing';
import { Sessions } from './session.js';

describe('Sessions', () => {
  const key = randomKey('now');
  const clock = manualClock();
  const here = new Sessions([key], clock);

  it('are served by any gateway that knows the key, and end by themselves', () => {
    const session = here.open('ann', '2025-11-25');
    const there = new Sessions([randomKey('newer'), key], clock);
    expect(there.check(session, 'ann')).toMatchObject({ principal: 'ann', revision: '2025-11-25' });
    clock.advance(LIMITS.mcpSessionMs + LIMITS.clockSkewMs);
    expect(() => there.check(session, 'ann')).toThrow(/initialize/);
  });

  it('are nobody else’s, and of no other key', () => {
    const session = here.open('ann', '2025-11-25');
    expect(() => here.check(session, 'bob')).toThrow(/no such session/);
    expect(() => new Sessions([randomKey('now')], clock).check(session, 'ann')).toThrow(/no such session/);
  });
});
