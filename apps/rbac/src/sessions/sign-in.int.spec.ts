import { LIMITS } from '@turnpike/contracts';
import {
  authenticated,
  context,
  done,
  freshKey,
  member,
  owner,
  PASSWORD,
  refusal,
  startedRbac,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';

// Real: PostgreSQL, argon2id, and the service as it runs. The clock is moved by hand.
describe('signing in', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const signIn = (input: Parameters<StartedRbac['rbac']['signIn']>[1]['input']) => world.rbac.signIn(context, { input });
  const invite = async (email: string): Promise<string> => {
    const input = { email, name: 'Bob', role: 'agent' };
    return done(await world.rbac.addMember(context, { caller: ann.caller, idempotency_key: freshKey(), input })).sign_in_code!;
  };
  const sessionsOf = (userId: string) => world.database.query('select session_id from sessions where user_id = $1', [userId]);

  describe('by code', () => {
    it('wants a password to be set the first time, and leaves the code unused until it is', async () => {
      const code = await invite('bob@example.test');
      expect(refusal(await signIn({ code }))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ pointer: '/new_password', keyword: 'required' }] },
      });
      const session = done(await signIn({ code, new_password: PASSWORD }));
      expect(session).toMatchObject({ password_required: false, expires_at: new Date(world.clock.now() + LIMITS.sessionMs).toISOString() });
      expect(await authenticated(world, session.session_token)).toMatchObject({ principal_name: 'Bob', roles: ['agent'] });
    });

    it('opens one session for one code, however many try at once', async () => {
      const code = await invite('bob@example.test');
      const answers = await Promise.all(Array.from({ length: 64 }, () => signIn({ code, new_password: PASSWORD })));
      const opened = answers.flatMap((answer) => (answer.outcome === 'done' ? [answer.value] : []));
      expect(opened).toHaveLength(1);
      expect(await sessionsOf(opened[0]!.user_id)).toHaveLength(1);
      expect(refusal(await signIn({ code, password: PASSWORD })).code).toBe('unauthenticated');
    });

    it('tells a mistyped code from an unknown one', async () => {
      const code = await invite('bob@example.test');
      const mistyped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
      expect(refusal(await signIn({ code: mistyped, new_password: PASSWORD }))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ pointer: '/code' }] },
      });
    });

    it('is over after 24 hours', async () => {
      const code = await invite('bob@example.test');
      world.clock.advance(LIMITS.signInCodeMs);
      expect(refusal(await signIn({ code })).code).toBe('unauthenticated');
      expect(refusal(await signIn({ code, new_password: PASSWORD })).code).toBe('unauthenticated');
    });

    it('counts the tries with one code, and lets it be used when the window is over', async () => {
      const code = await invite('bob@example.test');
      for (let n = 0; n < LIMITS.signInTries; n += 1) expect(refusal(await signIn({ code })).code).toBe('invalid_request');
      const stopped = refusal(await signIn({ code, new_password: PASSWORD }));
      expect(stopped).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        details: { retry_after_s: LIMITS.signInWindowMs / 1000 },
      });
      world.clock.advance(LIMITS.signInWindowMs);
      done(await signIn({ code, new_password: PASSWORD }));
    });

    it('never opens an account that has a password without it', async () => {
      const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
      const made = done(
        await world.rbac.createWorkspace(context, { caller: ann.caller, idempotency_key: freshKey(), input: { name: 'Second' } }),
      );
      const inSecond = { ...ann.caller, workspace_id: made.workspace_id };
      const input = { email: 'bob@example.test', name: 'Robert', role: 'viewer' };
      const code = done(await world.rbac.addMember(context, { caller: inSecond, idempotency_key: freshKey(), input })).sign_in_code!;
      expect(refusal(await signIn({ code, new_password: 'another password!' }))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ pointer: '/password' }] },
      });
      expect(refusal(await signIn({ code, password: 'not the password' })).code).toBe('unauthenticated');
      const asked = await world.rbac.authenticate(context, { credential: bob.token, workspace_id: made.workspace_id });
      expect(asked).toEqual({ outcome: 'unauthenticated', reason: 'no_membership' });
      const session = done(await signIn({ code, password: PASSWORD }));
      expect(await authenticated(world, session.session_token, made.workspace_id)).toMatchObject({
        principal_name: 'Robert',
        roles: ['viewer'],
      });
    });

    it('accepts the invitation it was made for and no other', async () => {
      const made = done(
        await world.rbac.createWorkspace(context, { caller: ann.caller, idempotency_key: freshKey(), input: { name: 'Second' } }),
      );
      const first = await invite('bob@example.test');
      const inSecond = { ...ann.caller, workspace_id: made.workspace_id };
      const input = { email: 'bob@example.test', name: 'Bob', role: 'owner' };
      done(await world.rbac.addMember(context, { caller: inSecond, idempotency_key: freshKey(), input }));
      const session = done(await signIn({ code: first, new_password: PASSWORD }));
      const elsewhere = await world.rbac.authenticate(context, { credential: session.session_token, workspace_id: made.workspace_id });
      expect(elsewhere).toEqual({ outcome: 'unauthenticated', reason: 'no_membership' });
      expect(await authenticated(world, session.session_token)).toMatchObject({ workspace_id: ann.workspaceId });
    });
  });

  describe('by password', () => {
    it('answers a wrong password and an unknown email alike', async () => {
      const wrong = refusal(await signIn({ email: 'ann@example.test', password: 'wrong' }));
      const unknown = refusal(await signIn({ email: 'nobody@example.test', password: 'wrong' }));
      expect(wrong.code).toBe('unauthenticated');
      expect(unknown).toEqual(wrong);
      done(await signIn({ email: ' ANN@example.test'.trim(), password: PASSWORD }));
    });

    it('does not open an account that has no password yet', async () => {
      await invite('bob@example.test');
      expect(refusal(await signIn({ email: 'bob@example.test', password: '' })).code).toBe('unauthenticated');
    });

    it('compares exactly the allowed number of passwords in a window, tried one by one or all at once', async () => {
      const tries = await Promise.all(Array.from({ length: 30 }, () => signIn({ email: 'ann@example.test', password: 'wrong' })));
      const codes = tries.map((answer) => refusal(answer).code);
      expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(LIMITS.signInTries);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(30 - LIMITS.signInTries);
      expect(refusal(await signIn({ email: 'ann@example.test', password: PASSWORD })).code).toBe('rate_limited');
      world.clock.advance(LIMITS.signInWindowMs);
      done(await signIn({ email: 'ann@example.test', password: PASSWORD }));
    });

    it('forgets the failures after a success', async () => {
      for (let round = 0; round < 2; round += 1) {
        for (let n = 0; n < LIMITS.signInTries - 1; n += 1) await signIn({ email: 'ann@example.test', password: 'wrong' });
        done(await signIn({ email: 'ann@example.test', password: PASSWORD }));
      }
    });

    it('counts emails that nobody has too, in a table that cannot outgrow its buckets', async () => {
      for (let n = 0; n <= LIMITS.signInTries; n += 1) await signIn({ email: 'nobody@example.test', password: 'wrong' });
      expect(refusal(await signIn({ email: 'nobody@example.test', password: 'wrong' })).code).toBe('rate_limited');
      const rows = await world.database.query<{ bucket: string; tries: number }>('select bucket, tries from sign_in_attempts');
      for (const { bucket, tries } of rows) {
        expect(bucket).toMatch(/^(email|code):[0-9a-f]{5}$/);
        expect(tries).toBeLessThanOrEqual(LIMITS.signInTries + 1);
      }
    });
  });

  it('wants a code, or both an email and a password', async () => {
    expect(refusal(await signIn({}))).toMatchObject({ code: 'invalid_request', details: { issues: [{ pointer: '/code' }] } });
    expect(refusal(await signIn({ email: 'ann@example.test' }))).toMatchObject({ details: { issues: [{ pointer: '/password' }] } });
  });

  it('ends the oldest session past the limit of sessions', async () => {
    for (let n = 1; n < LIMITS.sessionsPerUser; n += 1) {
      world.clock.advance(1_000);
      done(await signIn({ email: 'ann@example.test', password: PASSWORD }));
    }
    await authenticated(world, ann.token);
    world.clock.advance(1_000);
    done(await signIn({ email: 'ann@example.test', password: PASSWORD }));
    const answer = await world.rbac.authenticate(context, { credential: ann.token, workspace_id: null });
    expect(answer).toEqual({ outcome: 'unauthenticated', reason: 'revoked' });
  });

  it('signing out ends that session at once, and only that one', async () => {
    const other = done(await signIn({ email: 'ann@example.test', password: PASSWORD }));
    expect(done(await world.rbac.signOut(context, { caller: ann.caller })).ended).toBe(true);
    expect(await world.rbac.authenticate(context, { credential: ann.token, workspace_id: null })).toEqual({
      outcome: 'unauthenticated',
      reason: 'revoked',
    });
    await authenticated(world, other.session_token);
    expect(done(await world.rbac.signOut(context, { caller: ann.caller })).ended).toBe(false);
  });
});
