import { owner, startedRbac, type Person, type StartedRbac } from '../proof/started-rbac.js';
import { SignInCodesStore } from './sign-in-codes.store.js';
import { hashCredential } from '../credentials/new-credential.js';

// Real: PostgreSQL.
describe('a sign-in code', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeAll(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterAll(() => world.stop());

  it('is taken by one of 64 transactions that reach for it at once, ten times over', async () => {
    const codes = new SignInCodesStore(world.database);
    const now = world.clock.now();
    for (let round = 0; round < 10; round += 1) {
      const secret = await world.database.tx((tx) => codes.issue(tx, ann.userId, ann.workspaceId, now));
      const { code_id } = (await codes.find(hashCredential(secret), now))!;
      const taken = await Promise.all(Array.from({ length: 64 }, () => world.database.tx((tx) => codes.take(tx, code_id, now))));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await codes.find(hashCredential(secret), now)).toBeNull();
    }
  });
});
