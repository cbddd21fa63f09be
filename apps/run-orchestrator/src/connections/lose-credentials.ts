import { connectionChanged } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { Outbox } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { connectionFact } from './change-connection.js';
import type { ConnectionRow } from './connection.store.js';

const LOSE = `update connections set state = 'not_connected', scheme = null, sealed = null, connected_at = null, version = next_version()
  where sealed is not null returning *`;

/** Disconnects what nobody can open any more, and tells. For a restore only: it takes no fence, since nothing else runs. Answers how many. */
export async function loseCredentials(tx: Transaction, outbox: Outbox): Promise<number> {
  await tx.query('delete from oauth_tokens');
  const rows = await tx.query<ConnectionRow>(LOSE);
  for (const row of rows) {
    const context = { actor: 'system', workspace_id: row.workspace_id, correlation_id: newId('req') };
    await outbox.append(tx, connectionChanged, `${row.workspace_id}/${row.provider_id}`, connectionFact(row), context);
  }
  return rows.length;
}
