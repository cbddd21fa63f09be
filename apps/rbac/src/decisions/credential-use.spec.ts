import { CredentialUse, USE_RESOLUTION_MS } from './credential-use.js';
import type { CredentialsStore } from './credentials.store.js';

interface Written {
  keys: readonly string[];
  sessions: readonly string[];
  now: number;
}

const noted = (fail = false) => {
  const written: Written[] = [];
  const store = {
    noteUse: (keys: readonly string[], sessions: readonly string[], now: number) => {
      written.push({ keys, sessions, now });
      return fail ? Promise.reject(new Error('down')) : Promise.resolve();
    },
  } as unknown as CredentialsStore;
  return { written, use: new CredentialUse(store, { now: () => USE_RESOLUTION_MS }) };
};

describe('the use of credentials', () => {
  it('is written once for however many uses, and not when it was written within the minute', async () => {
    const { written, use } = noted();
    for (let n = 0; n < 100; n += 1) use.noteKey('ak_1', null);
    use.noteKey('ak_2', 1);
    use.noteSession('se_1', 0);
    await use.flush();
    await use.flush();
    expect(written).toEqual([
      { keys: ['ak_1'], sessions: ['se_1'], now: USE_RESOLUTION_MS },
      { keys: [], sessions: [], now: USE_RESOLUTION_MS },
    ]);
  });

  it('keeps at most 10,000 pending', async () => {
    const { written, use } = noted();
    for (let n = 0; n < 10_500; n += 1) use.noteKey(`ak_${n}`, null);
    await use.flush();
    expect(written[0]?.keys).toHaveLength(10_000);
  });

  it('is written at the stop, and a store that is down does not hold the stop up', async () => {
    const { written, use } = noted(true);
    use.start();
    use.noteKey('ak_1', null);
    await use.stop();
    expect(written).toHaveLength(1);
  });
});
