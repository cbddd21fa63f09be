import { manualClock } from './manual-clock.js';

describe('manualClock', () => {
  it('stands until it is moved', () => {
    const clock = manualClock(1_000);
    expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });
});
