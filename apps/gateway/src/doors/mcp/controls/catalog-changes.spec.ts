import { eventually } from '@turnpike/testing';
import { CatalogChanges } from './catalog-changes.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('who listens to their list', () => {
  let told: number;
  let text: string;
  const watcher = (read: () => Promise<string>) => ({ workspaceId: 'ws', list: 'ann', read, onChange: () => void (told += 1) });
  /** Another who comes is a reason to look at every list of the workspace. */
  const suspect = (changes: CatalogChanges) =>
    changes.watch({ workspaceId: 'ws', list: 'bob', read: async () => '', onChange: () => undefined });
  beforeEach(() => ([told, text] = [0, 'old']));

  it('is told of one change once, however slowly it is read and whatever comes meanwhile', async () => {
    const changes = new CatalogChanges();
    await changes.watch(watcher(async () => sleep(150).then(() => text)));
    text = 'new';
    for (let at = 0; at < 5; at += 1) {
      await suspect(changes);
      await sleep(60);
    }
    await sleep(500);
    expect(told).toBe(1);
  });

  it('is told of a change that could not be read when it was made', async () => {
    const changes = new CatalogChanges();
    let down = false;
    await changes.watch(watcher(async () => (down ? Promise.reject(new Error('down')) : text)));
    await sleep(150);
    [text, down] = ['new', true];
    await suspect(changes);
    await sleep(300);
    down = false;
    await eventually(async () => expect(told).toBe(1));
  });

  it('is told with all others of the same list by one reading of it', async () => {
    const changes = new CatalogChanges();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return text;
    };
    await Promise.all(Array.from({ length: 100 }, () => changes.watch(watcher(read))));
    await sleep(200);
    [text, reads] = ['new', 0];
    await suspect(changes);
    await eventually(async () => expect(told).toBe(100));
    expect(reads).toBe(1);
  });
});
