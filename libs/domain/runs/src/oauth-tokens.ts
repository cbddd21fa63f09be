/** How a workspace signs in at a provider's token endpoint (RFC 6749). */
export interface OAuthClient {
  readonly type: 'oauth2';
  readonly grant: 'client_credentials' | 'authorization_code';
  readonly token_url: string;
  readonly authorization_url?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly client_id: string;
  readonly client_secret: string;
  readonly scope?: string | undefined;
  readonly client_authentication?: 'basic' | 'post' | undefined;
}

export interface TokenRequest {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** RFC 6749 2.3.1 and 4: a form, with the client's secret in the header unless the provider wants it in the form. */
export function tokenRequest(client: OAuthClient, grant: Readonly<Record<string, string>>): TokenRequest {
  const inForm = client.client_authentication === 'post';
  const form = new URLSearchParams({ ...grant, ...(inForm && { client_id: client.client_id, client_secret: client.client_secret }) });
  const pair = `${formEncode(client.client_id)}:${formEncode(client.client_secret)}`;
  return {
    headers: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['accept', 'application/json'],
      ...(inForm ? [] : [['authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`] as const]),
    ],
    body: form.toString(),
  };
}

const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

export interface Tokens {
  readonly access: string;
  /** Null where the provider gave none: then the one before goes on. */
  readonly refresh: string | null;
  /** How long the access token lives; null where the provider did not say. */
  readonly livesMs: number | null;
}

export type TokenAnswer =
  | { readonly outcome: 'tokens'; readonly tokens: Tokens }
  /** The provider will not give a token, now or later: its error code. */
  | { readonly outcome: 'denied'; readonly error: string }
  /** It may yet. */
  | { readonly outcome: 'broken'; readonly reason: string };

/** RFC 6749 5.1 and 5.2. Of a denial only the code is kept: descriptions repeat what was sent. */
export function readTokenAnswer(status: number, body: string): TokenAnswer {
  const said = readObject(body);
  if (status >= 500 || status === 429) return { outcome: 'broken', reason: `status ${status}` };
  if (status >= 400) {
    const error = said?.['error'];
    return { outcome: 'denied', error: typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : `status ${status}` };
  }
  const { access_token: access, refresh_token: refresh, expires_in: expires, token_type: type } = said ?? {};
  if (status !== 200 || typeof access !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(access))
    return { outcome: 'broken', reason: `status ${status} without an access token` };
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') return { outcome: 'denied', error: 'not_a_bearer_token' };
  const seconds = Number(expires);
  const livesMs = expires === undefined || !Number.isFinite(seconds) ? null : Math.max(seconds, 0) * 1_000;
  return { outcome: 'tokens', tokens: { access, refresh: typeof refresh === 'string' && refresh !== '' ? refresh : null, livesMs } };
}

const LONGEST_MARGIN_MS = 60_000;
/** Of a token that does not say how long it lives; a 401 ends it sooner. */
const ASSUMED_MS = 3_600_000;

/** Until when a token is used: it ends on the way otherwise. A quarter of its life early, at most a minute. */
export function freshUntil(now: number, livesMs: number | null): number {
  const lives = livesMs ?? ASSUMED_MS;
  return now + lives - Math.min(LONGEST_MARGIN_MS, lives / 4);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
