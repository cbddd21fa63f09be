import { checkDisk, checkVersions, LEAST_FREE_BYTES } from './check-machine.js';

describe('the doctor of the machine', () => {
  it('wants a gibibyte free, and says where', () => {
    const free = (bytes: number) => checkDisk('/data', () => ({ bavail: bytes / 4096, bsize: 4096 }));
    expect(free(LEAST_FREE_BYTES)).toMatchObject({ ok: true, next: null });
    expect(free(LEAST_FREE_BYTES - 4096)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('/data'),
      next: expect.stringContaining('backup'),
    });
  });

  it('wants a Node that it runs on', () => {
    expect(checkVersions('20.19.0').ok).toBe(true);
    expect(checkVersions('18.20.0')).toMatchObject({ ok: false, next: expect.stringContaining('Node 20') });
  });
});
