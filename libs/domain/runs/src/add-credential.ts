import type { AuthScheme } from '@turnpike/contracts';
import type { OutgoingRequest } from './outgoing-request.js';
import { percentEncode } from './serialise-parameter.js';

/** A credential as it was given, opened for one call. */
export type Credential =
  { readonly type: 'none' } | OneCredential | { readonly type: 'all'; readonly credentials: readonly OneCredential[] };

export type OneCredential =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'api_key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string };

type OneScheme = Exclude<AuthScheme, { type: 'none' | 'all' }>;

/** The scheme of a credential, without its secret. */
export function schemeOf(credential: OneCredential): OneScheme;
export function schemeOf(credential: Credential): AuthScheme;
export function schemeOf(credential: Credential): AuthScheme {
  if (credential.type === 'all') return { type: 'all', schemes: credential.credentials.map((each) => schemeOf(each)) };
  return credential.type === 'api_key' ? { type: 'api_key', in: credential.in, name: credential.name } : { type: credential.type };
}

/** Whether a contract accepts a scheme: OAuth tokens are bearers, an API key must go to the very place, of several none may lack. */
export const acceptsScheme = (accepted: readonly AuthScheme[], scheme: AuthScheme): boolean =>
  accepted.some((each) => isSame(each, scheme));

function isSame(left: AuthScheme, right: AuthScheme): boolean {
  if (left.type === 'all' && right.type === 'all') {
    const { schemes } = right;
    return left.schemes.length === schemes.length && left.schemes.every((each) => schemes.some((other) => isSame(each, other)));
  }
  if (left.type === 'api_key' && right.type === 'api_key')
    return left.in === right.in && left.name.toLowerCase() === right.name.toLowerCase();
  return left.type === right.type;
}

/** Where a scheme puts the credential, in words; shown instead of its value. */
export function describeScheme(scheme: AuthScheme): string | null {
  switch (scheme.type) {
    case 'none':
      return null;
    case 'all':
      return scheme.schemes.map(describeScheme).join(' and ');
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
    case 'all':
      return credential.credentials.reduce<OutgoingRequest>(addCredential, request);
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
