import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@turnpike/platform-persistence';

export type UserRow = { user_id: string; email: string; name: string; password_hash: string | null };

/** One account for one email in the whole deployment; what an account may do is in `memberships`. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

const COLUMNS = 'user_id, email, name, password_hash';

@Injectable()
export class UsersStore {
  constructor(private readonly database: Database) {}

  async findByEmail(email: string): Promise<UserRow | null> {
    const [row] = await this.database.query<UserRow>(`select ${COLUMNS} from users where email = $1`, [normalEmail(email)]);
    return row ?? null;
  }

  /** The account of this email; the given id and name are used only where there is none yet. */
  async findOrAdd(tx: Transaction, user: { userId: string; email: string; name: string }, now: number): Promise<UserRow> {
    const email = normalEmail(user.email);
    await tx.query('insert into users (user_id, email, name, created_at) values ($1, $2, $3, $4) on conflict (email) do nothing', [
      user.userId,
      email,
      user.name,
      new Date(now),
    ]);
    const [row] = await tx.query<UserRow>(`select ${COLUMNS} from users where email = $1`, [email]);
    return row!;
  }

  /** Locks the account until the transaction ends. */
  async lock(tx: Transaction, userId: string): Promise<UserRow | null> {
    const [row] = await tx.query<UserRow>(`select ${COLUMNS} from users where user_id = $1 for update`, [userId]);
    return row ?? null;
  }

  async setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
    await tx.query('update users set password_hash = $2 where user_id = $1', [userId, hash]);
  }
}
