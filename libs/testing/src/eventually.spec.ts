import { eventually } from './eventually.js';

describe('eventually', () => {
  it('answers once the check passes', async () => {
    let looks = 0;
    const value = await eventually(() => {
      looks += 1;
      if (looks < 3) throw new Error('not yet');
      return looks;
    });
    expect(value).toBe(3);
  });

  it('throws the last failure when the time is over', async () => {
    const never = eventually(() => Promise.reject(new Error('never')), { within_ms: 60, every_ms: 10 });
    await expect(never).rejects.toThrow('never');
  });
});
