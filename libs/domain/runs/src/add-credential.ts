import type { AuthScheme } from '@turnpike/contracts';
import type { OutgoingRequest } from './outgoing-request.js';
import { percentEncode } from './serialise-parameter.js';

/** A credential as it was given, opened for one call. */
export type Credential =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'api_key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string };

/** The scheme of a credential, without its secret. */
export function schemeOf(credential: Credential): AuthScheme {
  return credential.type === 'api_key' ? { type: 'api_key', in: credential.in, name: credential.name } : { type: credential.type };
}

/** Whether a contract accepts a scheme: OAuth tokens are bearers, an API key must go to the very place. */
export const acceptsScheme = (accepted: readonly AuthScheme[], scheme: AuthScheme): boolean =>
  accepted.some(
    (each) =>
      each.type === scheme.type &&
      (each.type !== 'api_key' ||
        (scheme.type === 'api_key' && each.in === scheme.in && each.name.toLowerCase() === scheme.name.toLowerCase())),
  );

/** Where a scheme puts the credential, in words; shown instead of its value. */
export function describeScheme(scheme: AuthScheme): string | null {
  switch (scheme.type) {
    case 'none':
      return null;
    case 'api_key':
      return `${scheme.in} ${scheme.name} (API key)`;
    default:
      return `header Authorization (${scheme.type})`;
  }
}

/** The request with the credential in its place. */
export function addCredential(request: OutgoingRequest, credential: Credential): OutgoingRequest {
  const header = (name: string, value: string): OutgoingRequest => ({ ...request, headers: [...request.headers, { name, value }] });
  switch (credential.type) {
    case 'none':
      return request;
    case 'bearer':
      return header('Authorization', `Bearer ${credential.token}`);
    case 'basic':
      return header('Authorization', `Basic ${Buffer.from(`${credential.username}:${credential.password}`, 'utf8').toString('base64')}`);
    case 'api_key':
      return addKey(request, credential, header);
  }
}

function addKey(
  request: OutgoingRequest,
  credential: Extract<Credential, { type: 'api_key' }>,
  header: (name: string, value: string) => OutgoingRequest,
): OutgoingRequest {
  if (credential.in === 'header') return header(credential.name, credential.value);
  if (credential.in === 'cookie') {
    const others = request.headers.filter(({ name }) => name !== 'Cookie');
    const cookie = request.headers.find(({ name }) => name === 'Cookie')?.value;
    const own = `${credential.name}=${percentEncode(credential.value)}`;
    return { ...request, headers: [...others, { name: 'Cookie', value: cookie ? `${cookie}; ${own}` : own }] };
  }
  return {
    ...request,
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}${percentEncode(credential.name)}=${percentEncode(credential.value)}`,
  };
}
