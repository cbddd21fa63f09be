import { Inject, Injectable } from '@nestjs/common';
import type { Caller, Refusal } from '@turnpike/contracts';
import { freshEnoughForOwner, GRANTS } from '@turnpike/domain-access';
import { contentDigest, toTimestamp, type Clock } from '@turnpike/kernel';
import type { EventContext } from '@turnpike/platform-messaging';
import { Database, onceByKey, type Transaction } from '@turnpike/platform-persistence';
import { AuditLog } from '../audit/audit-log.js';
import * as refusals from '../refusals.js';
import { ActorStore, type Actor } from './actor.store.js';

export interface OwnerRequest {
  readonly caller: Caller;
  readonly idempotency_key: string | null;
  readonly input: object;
}

/** What the action works with besides its input. */
export interface ActionScene {
  readonly tx: Transaction;
  readonly caller: Caller;
  /** Roles that the actor holds now, from the database, not from the request. */
  readonly roles: readonly string[];
  readonly now: number;
  readonly context: EventContext;
}

/** `subject` names what was acted on, for the audit; `stored` is the value less its secrets, kept for a repeat. */
export type ActionResult<T> =
  | { readonly outcome: 'done'; readonly value: T; readonly subject: string; readonly stored?: T }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

export interface OwnerAction<T> {
  /** The operation's name: `members_add`. */
  readonly name: string;
  /** What the actor must hold; null where any signed-in user may. */
  readonly permission: string | null;
  /** Named in the audit entry of a refusal. */
  readonly subject: string;
  /** Decides before it writes: after a refusal nothing of it may have been written. */
  readonly work: (scene: ActionScene) => Promise<ActionResult<T>>;
}

export type DoneOrRefused<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal };

const refusedWith = (refusal: Refusal): { outcome: 'refused'; refusal: Refusal } => ({ outcome: 'refused', refusal });

/**
 * Every root action of rbac goes through here: a signed-in person, a session no older than 10 minutes, an idempotency key,
 * the permission, all read from rbac's own tables again whatever the gateway said; once by its key; audited, done or refused.
 */
@Injectable()
export class OwnerActions {
  constructor(
    private readonly database: Database,
    private readonly actors: ActorStore,
    private readonly audit: AuditLog,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  run<T>(request: OwnerRequest, action: OwnerAction<T>): Promise<DoneOrRefused<T>> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      await this.audit.takeTurn(tx, request.caller.workspace_id);
      const gate = await this.gate(tx, request, action, now);
      if (gate.outcome === 'refused') return this.refuse(tx, request, action, gate.refusal, now);
      return this.once(tx, request, action, gate.key, gate.actor, now);
    });
  }

  private async gate<T>(
    tx: Transaction,
    { caller, idempotency_key }: OwnerRequest,
    action: OwnerAction<T>,
    now: number,
  ): Promise<{ outcome: 'refused'; refusal: Refusal } | { outcome: 'open'; key: string; actor: Actor }> {
    if (caller.principal_kind !== 'user') return refusedWith(refusals.ownerSessionRequired('An API key can never do this.'));
    const actor = await this.actors.read(tx, caller, now);
    if (!actor.live || actor.signedInAt === null || actor.roles.length === 0) return refusedWith(refusals.credentialEnded());
    if (!freshEnoughForOwner(actor.signedInAt, now))
      return refusedWith(refusals.ownerSessionRequired('This session signed in too long ago.'));
    if (action.permission !== null && !GRANTS.holds(GRANTS.union(actor.roles), action.permission))
      return refusedWith(refusals.permissionDenied(action.permission));
    if (idempotency_key === null) return refusedWith(refusals.idempotencyKeyRequired());
    return { outcome: 'open', key: idempotency_key, actor };
  }

  private async once<T>(
    tx: Transaction,
    request: OwnerRequest,
    action: OwnerAction<T>,
    key: string,
    actor: Actor,
    now: number,
  ): Promise<DoneOrRefused<T>> {
    const { caller, input } = request;
    const context = { actor: caller.principal_id, workspace_id: caller.workspace_id, correlation_id: caller.request_id };
    const fingerprint = contentDigest({ action: action.name, input });
    const asked = { workspaceId: caller.workspace_id, principalId: caller.principal_id, key, fingerprint };
    const once = await onceByKey<DoneOrRefused<T>>(tx, asked, async () => {
      const result = await action.work({ tx, caller, roles: actor.roles, now, context });
      if (result.outcome === 'refused') {
        return { response: await this.refuse(tx, request, action, result.refusal, now), stored: null };
      }
      await this.record(tx, caller, { action: action.name, subject: result.subject, outcome: 'done' }, now);
      const { value, stored = value } = result;
      return { response: { outcome: 'done', value }, stored: { outcome: 'done', value: stored } };
    });
    if (once.outcome === 'conflict') return this.refuse(tx, request, action, refusals.idempotencyConflict(), now);
    return once.response;
  }

  private async refuse<T>(
    tx: Transaction,
    { caller }: OwnerRequest,
    { name, subject }: OwnerAction<T>,
    refusal: Refusal,
    now: number,
  ): Promise<{ outcome: 'refused'; refusal: Refusal }> {
    await this.record(tx, caller, { action: name, subject, outcome: `refused:${refusal.code}` }, now);
    return { outcome: 'refused', refusal };
  }

  private async record(
    tx: Transaction,
    caller: Caller,
    fact: { action: string; subject: string; outcome: string },
    now: number,
  ): Promise<void> {
    const who = { workspaceId: caller.workspace_id, principalId: caller.principal_id, at: toTimestamp(now) };
    await this.audit.append(tx, { ...who, ...fact });
  }
}
