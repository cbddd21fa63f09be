import type { PackState } from '@turnpike/contracts';
import { mayUsePack } from './active.js';
import { checkPackState } from './pack-state.js';

const STATES: readonly PackState[] = ['draft', 'live', 'deprecated', 'withdrawn'];

describe('checkPackState', () => {
  it('lets a pack go anywhere but back from withdrawn, and asks a deprecated one for its successor', () => {
    for (const from of STATES) {
      for (const to of STATES) {
        const withSuccessor = checkPackState(from, to, 'crm2')?.code ?? null;
        expect([from, to, withSuccessor]).toEqual([from, to, from === 'withdrawn' && to !== 'withdrawn' ? 'conflict' : null]);
      }
    }
    expect(checkPackState('live', 'deprecated', null)).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer: '/successor' }] },
    });
  });
});

describe('mayUsePack', () => {
  it('is the owner until it is withdrawn, others when it is shared with them and no draft', () => {
    for (const state of STATES) {
      for (const [sharedAll, sharedWith] of [
        [false, []],
        [false, ['ws_b']],
        [true, []],
      ] as [boolean, string[]][]) {
        const pack = { ownerWorkspaceId: 'ws_a', state, sharedAll, sharedWith };
        const shared = sharedAll || sharedWith.includes('ws_b');
        expect(mayUsePack(pack, 'ws_a')).toBe(state !== 'withdrawn');
        expect(mayUsePack(pack, 'ws_b')).toBe(shared && state !== 'withdrawn' && state !== 'draft');
        expect(mayUsePack(pack, 'ws_c')).toBe(sharedAll && state !== 'withdrawn' && state !== 'draft');
      }
    }
  });
});
