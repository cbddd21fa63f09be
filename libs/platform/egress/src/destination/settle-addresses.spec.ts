import { readDestination, type Destination } from './read-destination.js';
import { settleAddresses } from './settle-addresses.js';

const destination = readDestination('https://provider.test/') as Destination;
const settle = (addresses: string[]) => settleAddresses(destination, [], async () => addresses, 1_000, undefined);

describe('the addresses of a name', () => {
  it('are kept in their order, four at most', async () => {
    expect(await settle(['8.8.8.8', '1.1.1.1'])).toEqual(['8.8.8.8', '1.1.1.1']);
    expect(await settle(['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '8.8.8.5'])).toHaveLength(4);
  });

  it('are refused whole for one that is not allowed, though it would not be tried', async () => {
    expect(await settle(['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '10.0.0.1'])).toMatchObject({ outcome: 'refused', address: '10.0.0.1' });
  });
});
