import type { Transaction } from '@turnpike/platform-persistence';

/**
 * After a restore every turn is over: whoever holds one may have been told of changes that this database has never seen. Each answers
 * `tool_turn_expired`; one minted after the backup is not known at all.
 */
export async function afterRestore(tx: Transaction): Promise<void> {
  await tx.query(`update turns set state = 'ended' where state = 'open'`);
}
