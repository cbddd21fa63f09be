import { Loop } from './loop.js';
import { eventually, sleep } from './proof/eventually.js';
import { keptLog } from './proof/kept-log.js';

describe('Loop', () => {
  const loops: Loop[] = [];
  afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));
  const looping = (step: () => Promise<boolean>, everyMs = 10_000, log = keptLog()): Loop => {
    const loop = new Loop({ name: 'the spec', everyMs, longestPauseMs: 2 * everyMs, logger: log.logger, step });
    loops.push(loop);
    loop.start();
    return loop;
  };

  it('runs by its time, and at once when woken or while there is more', async () => {
    let steps = 0;
    const loop = looping(async () => ++steps < 3);
    await eventually('the first three', () => steps === 3, 500);
    loop.wake();
    await eventually('the woken one', () => steps === 4, 500);
    let polled = 0;
    looping(async () => (polled += 1) < 0, 20);
    await eventually('several rounds', () => polled >= 3, 1_000);
  });

  it('runs again when it was woken while it ran: nothing that was committed meanwhile is missed', async () => {
    let steps = 0;
    const loop: Loop = looping(async () => {
      steps += 1;
      if (steps === 1) {
        await sleep(20);
        loop.wake();
      }
      return false;
    });
    await eventually('the second', () => steps === 2, 500);
  });

  it('never runs a step beside itself', async () => {
    let working = 0;
    let most = 0;
    const loop = looping(async () => {
      most = Math.max(most, ++working);
      await sleep(5);
      working -= 1;
      return false;
    });
    for (let wake = 0; wake < 30; wake += 1) {
      loop.wake();
      await sleep(1);
    }
    expect(most).toBe(1);
  });

  it('logs a step that throws, and pauses however often it is woken', async () => {
    const log = keptLog();
    let steps = 0;
    const failing = async (): Promise<boolean> => {
      steps += 1;
      throw new Error('no database');
    };
    const loop = looping(failing, 100, log);
    for (let wake = 0; wake < 15; wake += 1) {
      loop.wake();
      await sleep(5);
    }
    expect(steps).toBe(1);
    expect(log.lines).toEqual([expect.objectContaining({ level: 'warn', message: 'the spec failed and will try again' })]);
    await eventually('the next try', () => steps === 2, 1_000);
  });

  it('ends after the step that runs, also from a pause', async () => {
    let ended = false;
    const loop = looping(async () => {
      await sleep(30);
      ended = true;
      return false;
    });
    await loop.stop();
    expect(ended).toBe(true);
    const failing = looping(async () => {
      throw new Error('no');
    });
    await sleep(5);
    const begun = Date.now();
    await failing.stop();
    expect(Date.now() - begun).toBeLessThan(500);
  });
});
