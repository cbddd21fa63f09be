import type { Credential, OAuthClient } from '@turnpike/domain-runs';
import type { TokensOf } from '../oauth/oauth-token.store.js';

/** How to come by tokens, and which giving of the credential it was. */
export type StoredClient = OAuthClient & { readonly grant_id: string };

/** What a connection keeps sealed: a credential as it was given, or how to come by one. */
export type StoredCredential = Credential | StoredClient;

/** What a sealed credential is bound to: copied to another row it does not open. */
export const boundTo = (workspaceId: string, providerId: string): string[] => ['connection', workspaceId, providerId];

export const tokensOf = (row: { workspace_id: string; provider_id: string }, { grant_id: grantId }: StoredClient): TokensOf => ({
  workspaceId: row.workspace_id,
  providerId: row.provider_id,
  grantId,
});
