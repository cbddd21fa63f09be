import { Injectable } from '@nestjs/common';
import { Database, lockKey, type Migration, type Transaction } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';

export const oauthMigration: Migration = {
  id: '0005-oauth-tokens',
  sql: `
    create table oauth_tokens (
      workspace_id text not null,
      provider_id text not null,
      -- Which giving of the credential they belong to: those of an earlier one, which a slow refresh may still write, are never used.
      grant_id text not null,
      sealed text not null,
      -- Until when the access token is used; null while a person has not agreed yet.
      fresh_until timestamptz,
      primary key (workspace_id, provider_id, grant_id),
      foreign key (workspace_id, provider_id) references connections on delete cascade
    );
  `,
};

/** What is kept sealed: tokens, or what must come back with the person who agrees. */
export type KeptGrant =
  | { readonly access: string; readonly refresh: string | null }
  | { readonly state: string; readonly verifier: string; readonly asked_at: number };

export interface KeptTokens {
  readonly kept: KeptGrant;
  readonly freshUntil: number | null;
}

/** Access and refresh tokens, sealed and bound to the connection and to the giving of its credential. */
@Injectable()
export class OAuthTokenStore {
  constructor(
    private readonly db: Database,
    private readonly secrets: SecretBox,
  ) {}

  async find(of: TokensOf, within: Database | Transaction = this.db): Promise<KeptTokens | null> {
    const [row] = await within.query<{ sealed: string; fresh_until: Date | null }>(
      {
        name: 'orchestrator-oauth',
        text: 'select sealed, fresh_until from oauth_tokens where workspace_id = $1 and provider_id = $2 and grant_id = $3',
      },
      [of.workspaceId, of.providerId, of.grantId],
    );
    if (!row) return null;
    return { kept: JSON.parse(this.secrets.open(row.sealed, boundTo(of))) as KeptGrant, freshUntil: row.fresh_until?.getTime() ?? null };
  }

  async save(tx: Transaction, of: TokensOf, kept: KeptGrant, freshUntil: number | null): Promise<void> {
    await tx.query(
      `insert into oauth_tokens (workspace_id, provider_id, grant_id, sealed, fresh_until) values ($1, $2, $3, $4, $5)
       on conflict (workspace_id, provider_id, grant_id) do update set sealed = excluded.sealed, fresh_until = excluded.fresh_until`,
      [
        of.workspaceId,
        of.providerId,
        of.grantId,
        this.secrets.seal(JSON.stringify(kept), boundTo(of)),
        freshUntil === null ? null : new Date(freshUntil),
      ],
    );
  }

  /** One at a time, in every process: a refresh token that is used twice is taken for stolen by many providers. */
  async lock(tx: Transaction, { workspaceId, providerId }: TokensOf): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`oauth:${workspaceId}/${providerId}`)]);
  }

  async remove(tx: Transaction, workspaceId: string, providerId: string): Promise<void> {
    await tx.query('delete from oauth_tokens where workspace_id = $1 and provider_id = $2', [workspaceId, providerId]);
  }

  /** The provider does not take the access token any more, whatever it said of its life. */
  async distrust(of: TokensOf, access: string, now: number): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.lock(tx, of);
      const known = await this.find(of, tx);
      if (known && 'access' in known.kept && known.kept.access === access) await this.save(tx, of, known.kept, now);
    });
  }
}

export interface TokensOf {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly grantId: string;
}

const boundTo = ({ workspaceId, providerId, grantId }: TokensOf): string[] => ['oauth', workspaceId, providerId, grantId];
