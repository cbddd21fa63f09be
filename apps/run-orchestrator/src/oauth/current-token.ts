import { Inject, Injectable } from '@nestjs/common';
import { freshUntil, type OAuthClient, type TokenAnswer } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { FetchTokens } from './fetch-tokens.js';
import { OAuthTokenStore, type KeptTokens, type TokensOf } from './oauth-token.store.js';

export type CurrentAnswer = { readonly outcome: 'current'; readonly access: string } | Exclude<TokenAnswer, { outcome: 'tokens' }>;

/**
 * The access token of a connection, fetched anew before it runs out: once, however many calls want it, in this process (they share one
 * promise) and in others (they wait for the lock, then find it). A rotated refresh token is kept before the access token is used.
 */
@Injectable()
export class CurrentToken {
  private readonly underWay = new Map<string, Promise<CurrentAnswer>>();

  constructor(
    private readonly db: Database,
    private readonly store: OAuthTokenStore,
    private readonly fetching: FetchTokens,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(of: TokensOf, client: OAuthClient, allow: readonly string[]): Promise<CurrentAnswer> {
    return this.fresh(await this.store.find(of)) ?? this.refreshOnce(of, client, allow);
  }

  private refreshOnce(of: TokensOf, client: OAuthClient, allow: readonly string[]): Promise<CurrentAnswer> {
    const key = `${of.workspaceId}/${of.providerId}/${of.grantId}`;
    const known = this.underWay.get(key);
    if (known) return known;
    const refreshing = this.refresh(of, client, allow).finally(() => this.underWay.delete(key));
    this.underWay.set(key, refreshing);
    return refreshing;
  }

  private refresh(of: TokensOf, client: OAuthClient, allow: readonly string[]): Promise<CurrentAnswer> {
    return this.db.tx(async (tx) => {
      await this.store.lock(tx, of);
      const known = await this.store.find(of, tx);
      const fresh = this.fresh(known);
      if (fresh) return fresh;
      const refresh = known && 'refresh' in known.kept ? known.kept.refresh : null;
      const grant = grantOf(client, refresh);
      if (grant === null) return { outcome: 'denied', error: 'no_refresh_token' };
      const answer = await this.fetching.run(client, grant, allow);
      if (answer.outcome !== 'tokens') return answer;
      const { tokens } = answer;
      const kept = { access: tokens.access, refresh: tokens.refresh ?? refresh };
      await this.store.save(tx, of, kept, freshUntil(this.clock.now(), tokens.livesMs));
      return { outcome: 'current', access: tokens.access };
    });
  }

  private fresh(known: KeptTokens | null): CurrentAnswer | null {
    const usable = known !== null && 'access' in known.kept && known.freshUntil !== null && known.freshUntil > this.clock.now();
    return usable && 'access' in known.kept ? { outcome: 'current', access: known.kept.access } : null;
  }
}

function grantOf({ grant, scope }: OAuthClient, refresh: string | null): Record<string, string> | null {
  if (grant === 'client_credentials') return { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
  return refresh === null ? null : { grant_type: 'refresh_token', refresh_token: refresh };
}
