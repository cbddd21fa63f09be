import { randomUUID } from 'node:crypto';
import { REFUSALS, type Refusal, type RefusalCode } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { SANDBOX_TOKEN, type Caller, type OpenDoor } from './open-door.js';

export const CREATE = 'sandbox.contacts.create';
export const LIST = 'sandbox.contacts.list';
export const ENROLL = 'sandbox.sequences.enroll';

/** Only a person, or the caller's author, can repair these; why. */
export const FOR_PEOPLE: Partial<Record<RefusalCode, string>> = {
  unauthenticated: 'a credential must be obtained',
  permission_denied: 'an owner must give a role',
  scope_missing: 'an owner must make a key with that scope',
  owner_session_required: 'a person must sign in',
  idempotency_key_required: 'the key is the caller’s own to make',
  idempotency_conflict: 'only the caller knows whether it is the same call',
  conflict: 'two intentions of people collide',
  not_found: 'no path or subject of that name exists',
  quote_required: 'paying is not offered by this build',
  price_missing: 'the pack’s owner must set a price',
  rate_limited: 'only time repairs it',
};

/** Refusals that this build cannot be brought to at the door, each with where it is tested instead. */
export const NOT_AT_THE_DOOR: Partial<Record<RefusalCode, string>> = {
  internal: 'a defect: there is no way to order one',
};

/** Calls that must be refused, what was reached, and repairs carried out as data. */
export class RefusalDesk {
  readonly reached = new Map<RefusalCode, number>();
  carriedOut = 0;

  constructor(private readonly door: OpenDoor) {}

  /** The refusal that a call must end with. */
  async refused(code: RefusalCode, by: Caller, name: string, args: Record<string, unknown> = {}, key?: string): Promise<Refusal> {
    const refusal = await by.refusal(name, args, key === undefined ? {} : { idempotencyKey: key });
    expect(refusal.code).toBe(code);
    expect(refusal.retryable).toBe(REFUSALS[code].retryable);
    expect(refusal.message.length).toBeGreaterThan(5);
    expect(refusal.repair?.instruction.length).toBeGreaterThan(5);
    expect({ code, control: refusal.repair?.control === null }).toEqual({ code, control: code in FOR_PEOPLE });
    this.reached.set(code, (this.reached.get(code) ?? 0) + 1);
    return refusal;
  }

  /** The refusal that a run must end with: capability, params, mode, token. */
  refusedRun(
    code: RefusalCode,
    by: Caller,
    [id, params, mode, token]: readonly [string, Record<string, unknown>, string, unknown],
  ): Promise<Refusal> {
    return this.refused(code, by, 'tools_run', { capability_id: id, params, mode, tool_turn_token: token });
  }

  /** Carries a repair out as data: the control it names, with the arguments it gives. */
  async repair(by: Caller, { repair: next }: Refusal): Promise<Record<string, any>> {
    if (!next?.control) throw new Error('this refusal has no control to carry out');
    this.carriedOut += 1;
    return by.data(next.control, next.arguments);
  }

  async tokenOf(by: Caller, id: string): Promise<string> {
    return (await by.data('tools_get', { capability_id: id }))['tool_turn_token'] as string;
  }

  ready(by: Caller, id: string): Promise<string> {
    return eventually(async () => {
      const got = await by.data('tools_get', { capability_id: id });
      expect(got['contract'].readiness.ready).toBe(true);
      return got['tool_turn_token'] as string;
    });
  }

  /** Imports the sandbox's one slow read as a pack of its own, connects it, and gives a token for it. */
  async slowRead(packId: string, longestMs: number): Promise<string> {
    const id = `${packId}.contacts.list`;
    await this.door.agent.data('packs_import', {
      pack_id: packId,
      document: JSON.stringify(onlyList(this.door.document)),
      server_url: this.door.sandbox.url,
      overlay: { operations: { 'GET /v1/contacts': { id, async: { longest_ms: longestMs } } } },
    });
    await this.door.owner.own('connections_create', { provider_id: packId, credential: { type: 'bearer', token: SANDBOX_TOKEN } });
    return this.ready(this.door.agent, id);
  }

  /** Orders the provider's next answer on a route to go wrong. */
  async fault(route: string, fault: string): Promise<void> {
    const answer = await fetch(`${this.door.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ route, fault, times: 1 }),
    });
    expect(answer.ok).toBe(true);
  }

  /** Shuts one service's database to everybody; gives what opens it again. */
  async closeDatabase(service: 'orchestrator'): Promise<() => Promise<unknown>> {
    const { rbac, [service]: shut } = this.door.product.services.databases;
    const [row] = await shut.query<{ name: string }>('select current_database() as name');
    const allow = (open: boolean) => rbac.query(`alter database "${row!.name}" allow_connections ${open}`);
    await allow(false);
    await rbac.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [row!.name]);
    return () => allow(true);
  }

  connect(): Promise<unknown> {
    return this.door.owner.own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: SANDBOX_TOKEN } });
  }

  /** Publishes a new version of one contract. */
  async reimport(summary: string): Promise<void> {
    const changed = structuredClone(this.door.document);
    changed['paths']['/v1/contacts'].post.summary = summary;
    await this.door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(changed), overlay: this.door.overlay });
  }
}

export const contact = () => ({ name: 'R', email: `${randomUUID()}@r11.example` });

/** The document with its one slow operation. */
export const onlyList = (document: Record<string, any>) => ({
  ...document,
  paths: { '/v1/contacts': { get: document['paths']['/v1/contacts'].get } },
});

/** A contract that may be looked at and not run live. */
export const lookOnly = () => ({
  capability_id: 'looks.things.get',
  pack_id: 'looks',
  title: 'Look at a thing',
  summary: 'Looks.',
  description: '',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
  output_schema: null,
  scopes: [],
  permission: 'capabilities.run.read_only',
  action_policy: 'read_only',
  policy_assumed: false,
  cost: { class: 'free', charge_on: 'success' },
  async: { kind: 'sync', start_within_ms: 1000, longest_ms: 1000, repeatable: true },
  modes: ['smoke_test', 'dry_run'],
  executor: { kind: 'builtin', read: 'credit_balance' },
  provider: null,
  composite: null,
  web_url: null,
  goals: [],
  deprecated: false,
});
