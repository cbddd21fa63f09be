import { randomUUID } from 'node:crypto';
import { CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt, openDoor, tableDigests, type Caller, type OpenDoor, namesInPath } from './open-door.js';

// Real: the REST door over sockets, all services, PostgreSQL.
describe('R8: credentials that are none, and those that reach little', () => {
  let door: OpenDoor;
  const worthless: Record<string, Caller> = {};
  let narrow: Caller;
  let runId: string;
  let cases = 0;

  beforeAll(async () => {
    door = await openDoor();
    const make = (name: string, scopes: string[] = ['*']) =>
      door.owner.own('api_keys_create', { name, role: 'agent', scopes, expires_in_days: 1 });
    const [revoked, expired, mistyped, few] = [
      await make('revoked'),
      await make('expired'),
      await make('typo'),
      await make('few', ['crm:read']),
    ];
    const secretOf = (key: Record<string, any>) => key['secret'] as string;
    // Used once, so that the gateway has it in its cache when it is revoked.
    await callerAt(door.url, secretOf(revoked)).data('whoami');
    await door.owner.own('api_keys_revoke', { api_key_id: revoked['api_key_id'], confirm: true });
    await door.product.services.databases.rbac.query(`update api_keys set expires_at = now() - interval '1 second' where api_key_id = $1`, [
      expired['api_key_id'],
    ]);
    const typo = secretOf(mistyped);
    const last = typo.at(-1) === 'a' ? 'b' : 'a';
    for (const [name, credential] of Object.entries({
      none: null,
      revoked: secretOf(revoked),
      expired: secretOf(expired),
      mistyped: `${typo.slice(0, -1)}${last}`,
      cut: typo.slice(0, -4),
      longer: `${typo}${'x'.repeat(500)}`,
      invented: `tps_${'x'.repeat(43)}`,
      'of a service': `v1.${Buffer.from('{"aud":"rbac"}').toString('base64url')}.x`,
    }))
      worthless[name] = callerAt(door.url, credential);
    narrow = callerAt(door.url, secretOf(few));
    const { tool_turn_token: token } = await door.agent.data('tools_get', { capability_id: 'credits.balance.read' });
    const ran = await door.agent.data('tools_run', {
      capability_id: 'credits.balance.read',
      params: {},
      mode: 'live',
      tool_turn_token: token,
    });
    runId = ran['run_id'] as string;
  }, 60_000);
  afterAll(() => door.close());

  /** What is in the tables once every fact has been told; of the keys those that are used here, as others note when they were used. */
  const rows = async () => {
    const { ['rbac.api_keys']: _keys, ...digests } = await tableDigests(door.product);
    const worn = await door.product.services.databases.rbac.query(
      `select * from api_keys where name in ('revoked', 'expired', 'typo') order by name`,
    );
    return { ...digests, worn };
  };
  const quiet = () =>
    eventually(
      async () => {
        const now = await rows();
        await sleep(1_500);
        expect(await rows()).toEqual(now);
        // The one use before it was revoked, which is noted some seconds later.
        expect(now.worn.filter(({ last_used_at: at }) => at !== null)).toHaveLength(1);
        return now;
      },
      { within_ms: 20_000 },
    );

  it('reach nothing of any call, say so the same way, and leave no row', async () => {
    const calls = [...CONTROLS, ...OPERATIONS].filter((definition) => !('anonymous' in definition && definition.anonymous === true));
    const before = await quiet();
    for (const [name, caller] of Object.entries(worthless)) {
      for (const {
        name: call,
        rest: { path },
      } of calls) {
        const envelope = await caller.call(call, namesInPath(path), { idempotencyKey: randomUUID() });
        cases += 1;
        expect([name, call, envelope.ok ? 'ok' : envelope.error.code]).toEqual([name, call, 'unauthenticated']);
        expect(envelope.meta).not.toHaveProperty('workspace_id');
      }
    }
    expect(await quiet()).toEqual(before);
    console.log(`R8: ${cases} calls with ${Object.keys(worthless).length} worthless credentials, all refused, no row written`);
    expect(cases).toBeGreaterThanOrEqual(300);
  }, 60_000);

  it('a key of few scopes runs nothing outside them, and its search says what is missing', async () => {
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    const found = await eventually(async () => {
      const answer = await narrow.data('tools_search', { goal: 'add a contact to the address book' });
      expect(answer['candidates'].length).toBeGreaterThan(0);
      return answer;
    });
    expect(found['runnable_contracts']).toEqual([]);
    const { capability_id: id } = found['candidates'][0] as { capability_id: string };
    const { tool_turn_token: token, contract } = await narrow.data('tools_get', { capability_id: id });
    expect(contract.readiness.reasons.map(({ code }: { code: string }) => code)).toContain('scope_missing');
    for (const mode of ['dry_run', 'live'])
      expect((await narrow.refusal('tools_run', { capability_id: id, params: {}, mode, tool_turn_token: token })).code).toBe(
        'scope_missing',
      );
  });

  it('a stream of a foreign run and of no run answer the same bytes', async () => {
    const member = await door.owner.own('members_add', { email: 'b@credentials.example', name: 'B', role: 'viewer' });
    const signed = await callerAt(door.url, null).data('sessions_create', { code: member['sign_in_code'], new_password: randomUUID() });
    const session = signed['session_token'] as string;
    const made = await callerAt(door.url, session).own('workspaces_create', { name: 'B' });
    const stream = async (id: string) => {
      const answer = await fetch(`${door.url}/v1/runs/${id}/events`, {
        headers: { authorization: `Bearer ${session}`, 'turnpike-workspace': made['workspace_id'] as string, accept: 'text/event-stream' },
      });
      const { meta: _meta, ...said } = (await answer.json()) as { meta: object };
      return JSON.stringify([answer.status, said]).replaceAll(id, '<id>');
    };
    const [foreign, nobodys] = [await stream(runId), await stream(`run_${'0'.repeat(32)}`)];
    expect(foreign).toBe(nobodys);
    expect(foreign).toContain('run_not_found');
  });
});
