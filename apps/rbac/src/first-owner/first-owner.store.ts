import type { Transaction } from '@turnpike/platform-persistence';

export type FirstOwnerRow = { workspace_id: string; user_id: string; password_hash: string | null };

export class FirstOwnerStore {
  /** Two starts at once must not make two first workspaces: the second waits here and then finds the first. */
  async lock(tx: Transaction): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(lock_key('first-owner'))`);
  }

  async find(tx: Transaction): Promise<FirstOwnerRow | null> {
    const [row] = await tx.query<FirstOwnerRow>(
      'select f.workspace_id, f.user_id, u.password_hash from first_owner f join users u using (user_id)',
    );
    return row ?? null;
  }

  async remember(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
    await tx.query('insert into first_owner (workspace_id, user_id) values ($1, $2)', [workspaceId, userId]);
  }
}
