import { Inject, Injectable } from '@nestjs/common';
import { ownerActionTaken, refuse, type Caller, type Refusal } from '@turnpike/contracts';
import { canonicalJson } from '@turnpike/kernel';
import type { ServiceKeys } from '@turnpike/platform-http';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, onceByKey, type Transaction } from '@turnpike/platform-persistence';
import { createHmac } from 'node:crypto';
import { idempotencyConflict } from '../admission/create-run.js';

interface OwnerAction<T> {
  readonly caller: Caller;
  readonly key: string | null;
  readonly action: string;
  readonly subject: string;
  /** What makes two calls the same. Only a keyed digest of it is kept: a plain one of a short password could be guessed back. */
  readonly input: unknown;
  readonly work: (tx: Transaction) => Promise<T>;
}

type Done<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal };

/** Owner actions of this service: never by an API key, once for each idempotency key, told to the audit in the same transaction. */
@Injectable()
export class OwnerActions {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject('KEYS') private readonly keys: ServiceKeys,
  ) {}

  async run<T>({ caller, key, action, subject, input, work }: OwnerAction<T>): Promise<Done<T>> {
    const refusal = refuseCaller(caller, key, action);
    if (refusal || key === null) return { outcome: 'refused', refusal: refusal ?? idempotencyConflict('') };
    const request = {
      workspaceId: caller.workspace_id,
      principalId: caller.principal_id,
      key,
      fingerprint: this.fingerprint([action, input]),
    };
    const once = await this.db.tx((tx) =>
      onceByKey<T>(tx, request, async () => {
        const value = await work(tx);
        const fact = { workspace_id: caller.workspace_id, principal_id: caller.principal_id, action, subject, outcome: 'done' };
        await this.outbox.append(tx, ownerActionTaken, caller.workspace_id, fact, {
          actor: caller.principal_id,
          workspace_id: caller.workspace_id,
          correlation_id: caller.request_id,
        });
        return { response: value, stored: value };
      }),
    );
    return once.outcome === 'conflict'
      ? { outcome: 'refused', refusal: idempotencyConflict(key) }
      : { outcome: 'done', value: once.response };
  }

  private fingerprint(input: unknown): string {
    const [key] = this.keys.service;
    if (!key) throw new Error('there is no key of services');
    return createHmac('sha256', key.key)
      .update(`owner-action ${canonicalJson(input)}`)
      .digest('hex');
  }
}

function refuseCaller(caller: Caller, key: string | null, action: string): Refusal | null {
  if (caller.principal_kind !== 'user')
    return refuse('owner_session_required', `${action} is an owner action: an API key can never do it.`);
  if (!caller.permissions.includes('connections.write'))
    return refuse('permission_denied', 'This needs the permission connections.write.', { permission: 'connections.write' });
  return key === null ? refuse('idempotency_key_required', `${action} needs an idempotency key.`) : null;
}
