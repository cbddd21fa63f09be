import { toTimestamp } from '@turnpike/kernel';
import type { Database, Transaction } from '@turnpike/platform-persistence';
import { AuditLog } from '../audit/audit-log.js';
import { AuditStore } from '../audit/audit.store.js';

/**
 * After a restore everybody signs in again, with a fresh code where they have no password: a session that was ended, or a code that was used,
 * after the backup would live again. API keys live on as the backup has them. Each workspace's audit says that it was restored.
 */
export async function afterRestore(database: Database, tx: Transaction, { now, madeAt }: { now: number; madeAt: string }): Promise<void> {
  await tx.query('update sessions set ended_at = $1 where ended_at is null', [new Date(now)]);
  await tx.query('delete from sign_in_codes where used_at is null');
  const workspaces = await tx.query<{ workspace_id: string }>('select workspace_id from workspaces order by workspace_id');
  const restored = { at: toTimestamp(now), principalId: 'system', action: 'restore', subject: `backup of ${madeAt}`, outcome: 'done' };
  await new AuditLog(new AuditStore(database)).appendAll(
    tx,
    workspaces.map(({ workspace_id: workspaceId }) => ({ workspaceId, ...restored })),
  );
}
