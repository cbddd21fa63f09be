import { Injectable } from '@nestjs/common';
import { LIMITS } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { newCredential } from '../credentials/new-credential.js';

export type OpenCode = { code_id: string; user_id: string; workspace_id: string; email: string; password_hash: string | null };

/** One-time codes: hashed, good for 24 hours, each for one account and the invitation to one workspace. */
@Injectable()
export class SignInCodesStore {
  constructor(private readonly database: Database) {}

  /** A fresh code; earlier ones of the same account and workspace are void from now on. Answers the code, shown once. */
  async issue(tx: Transaction, userId: string, workspaceId: string, now: number): Promise<string> {
    const { secret, hash } = newCredential('sign_in_code');
    await this.void(tx, userId, workspaceId);
    await tx.query(
      'insert into sign_in_codes (code_id, user_id, workspace_id, hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [newId('sc'), userId, workspaceId, hash, new Date(now), new Date(now + LIMITS.signInCodeMs)],
    );
    return secret;
  }

  async void(tx: Transaction, userId: string, workspaceId: string): Promise<void> {
    await tx.query('delete from sign_in_codes where user_id = $1 and workspace_id = $2 and used_at is null', [userId, workspaceId]);
  }

  /** The code and its account, if it can still be used; looking does not use it. */
  async find(hash: Buffer, now: number): Promise<OpenCode | null> {
    const [row] = await this.database.query<OpenCode>(
      `select c.code_id, c.user_id, c.workspace_id, u.email, u.password_hash from sign_in_codes c join users u using (user_id)
       where c.hash = $1 and c.used_at is null and c.expires_at > $2`,
      [hash, new Date(now)],
    );
    return row ?? null;
  }

  /** Uses it up: true for exactly one of any number of tries. The row lock makes the others wait and then find it used. */
  async take(tx: Transaction, codeId: string, now: number): Promise<boolean> {
    const taken = await tx.query(
      'update sign_in_codes set used_at = $2 where code_id = $1 and used_at is null and expires_at > $2 returning code_id',
      [codeId, new Date(now)],
    );
    return taken.length === 1;
  }
}
