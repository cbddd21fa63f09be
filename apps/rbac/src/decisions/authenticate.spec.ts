import { Authenticate } from './authenticate.js';
import type { CredentialUse } from './credential-use.js';
import type { CredentialsStore } from './credentials.store.js';

describe('authenticate', () => {
  it('looks nothing up for a credential that is mistyped, of another kind or no text of ours', async () => {
    const store = new Proxy({} as CredentialsStore, {
      get: () => () => {
        throw new Error('it looked');
      },
    });
    const authenticate = new Authenticate(store, {} as CredentialUse, { now: () => 0 });
    const code = 'tpc_0000000000000000000000';
    for (const credential of ['', 'tpk_', 'Bearer x', code, `tpk_${'0'.repeat(28)}`, 'x'.repeat(400)]) {
      expect(await authenticate.run({ credential, workspace_id: null })).toEqual({ outcome: 'unauthenticated', reason: 'malformed' });
    }
  });
});
