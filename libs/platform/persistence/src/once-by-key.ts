import { lockKey } from './lock-key.js';
import type { Transaction } from './transaction.js';

export interface OwnerRequest {
  readonly workspaceId: string;
  readonly principalId: string;
  /** The caller's idempotency key. */
  readonly key: string;
  /** Digest of the action and its arguments. */
  readonly fingerprint: string;
}

export type OnceOutcome<T> =
  { readonly outcome: 'done'; readonly replayed: boolean; readonly response: T } | { readonly outcome: 'conflict' };

/**
 * Does an owner action once for each idempotency key, in the transaction of its effect. A repeat with the same fingerprint is answered
 * what `stored` kept of the first answer (secrets must be null there; a null `stored` keeps nothing, for a refusal); another fingerprint is a
 * conflict. Equal keys wait for one another.
 */
export async function onceByKey<T>(
  tx: Transaction,
  request: OwnerRequest,
  work: () => Promise<{ response: T; stored: T | null }>,
): Promise<OnceOutcome<T>> {
  const { workspaceId, principalId, key, fingerprint } = request;
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`owner-request:${workspaceId}/${principalId}/${key}`)]);
  const [earlier] = await tx.query<{ fingerprint: string; response: T }>(
    'select fingerprint, response from owner_requests where workspace_id = $1 and principal_id = $2 and key = $3',
    [workspaceId, principalId, key],
  );
  if (earlier)
    return earlier.fingerprint === fingerprint ? { outcome: 'done', replayed: true, response: earlier.response } : { outcome: 'conflict' };
  const { response, stored } = await work();
  if (stored === null) return { outcome: 'done', replayed: false, response };
  await tx.query('insert into owner_requests (workspace_id, principal_id, key, fingerprint, response) values ($1, $2, $3, $4, $5)', [
    workspaceId,
    principalId,
    key,
    fingerprint,
    JSON.stringify(stored),
  ]);
  return { outcome: 'done', replayed: false, response };
}
