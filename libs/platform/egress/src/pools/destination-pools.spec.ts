import type { Destination } from '../destination/read-destination.js';
import { readDestination } from '../destination/read-destination.js';
import { FIXED_LIMITS } from '../limits.js';
import { DestinationPools, type Lease } from './destination-pools.js';

const at = (host: string): Destination => readDestination(`http://${host}/`) as Destination;
const taken = (lease: Lease | string): Lease => {
  if (typeof lease === 'string') throw new Error(lease);
  return lease;
};

let pools: DestinationPools;
beforeEach(() => (pools = new DestinationPools([])));
afterEach(() => pools.close());

describe('pools by destination', () => {
  it('are one for the same name and address, and apart when either differs', () => {
    const first = taken(pools.lease(at('a.test'), '192.0.2.1')).pool;
    expect(taken(pools.lease(at('a.test'), '192.0.2.1')).pool).toBe(first);
    expect(taken(pools.lease(at('a.test'), '192.0.2.2')).pool).not.toBe(first);
    expect(taken(pools.lease(at('b.test'), '192.0.2.1')).pool).not.toBe(first);
  });

  it('bound what is in flight, and let the next in when one is done', () => {
    const leases = Array.from({ length: FIXED_LIMITS.inFlight }, (_, number) => taken(pools.lease(at(`h${number}.test`), '192.0.2.1')));
    expect(pools.lease(at('h0.test'), '192.0.2.1')).toBe('busy');
    leases[7]?.release();
    expect(typeof pools.lease(at('new.test'), '192.0.2.1')).toBe('object');
  });

  it('forget the longest unused destination when there are too many, never one in use', () => {
    const used = taken(pools.lease(at('used.test'), '192.0.2.1'));
    const unused = taken(pools.lease(at('unused.test'), '192.0.2.1'));
    unused.release();
    for (let number = 0; number < FIXED_LIMITS.destinations; number += 1) taken(pools.lease(at(`h${number}.test`), '192.0.2.1')).release();
    expect(taken(pools.lease(at('used.test'), '192.0.2.1')).pool).toBe(used.pool);
    expect(taken(pools.lease(at('unused.test'), '192.0.2.1')).pool).not.toBe(unused.pool);
  });
});
