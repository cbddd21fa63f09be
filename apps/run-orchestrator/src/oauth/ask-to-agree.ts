import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClient } from '@turnpike/domain-runs';
import type { KeptGrant } from './oauth-token.store.js';

/** Where a person agrees (RFC 6749 4.1.1, with PKCE, RFC 7636), and what must come back with them. */
export function askToAgree(client: OAuthClient, now: number): { url: string; kept: KeptGrant } {
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')];
  const url = new URL(client.authorization_url ?? '');
  const asked = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri ?? '',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(client.scope !== undefined && { scope: client.scope }),
  };
  // What the address has already (such as `prompt=consent`) stays.
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, kept: { state, verifier, asked_at: now } };
}
