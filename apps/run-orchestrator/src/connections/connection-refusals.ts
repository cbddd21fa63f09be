import { LIMITS, refuse, type Refusal } from '@turnpike/contracts';
import { checkCredential, type Credential, type OAuthClient } from '@turnpike/domain-runs';

export const noConnection = (providerId: string): Refusal =>
  refuse(
    'not_found',
    `There is no connection to ${providerId} in this workspace.`,
    { provider_id: providerId },
    { control: 'integrations_list', arguments: {}, instruction: 'integrations_list names the providers of this workspace.' },
  );

export function refuseCredential(credential: Credential): Refusal | null {
  const wrong = checkCredential(credential);
  if (wrong === null) return null;
  const issues = [{ pointer: `/credential/${wrong.field}`, keyword: 'format', message: wrong.reason }];
  const instruction = 'Give the credential exactly as the provider gave it out.';
  return refuse(
    'invalid_request',
    `The credential's ${wrong.field} ${wrong.reason}.`,
    { issues },
    { control: null, arguments: {}, instruction },
  );
}

/** A secret goes to a token endpoint over TLS, or to one that the workspace's list of private destinations names. */
export function refuseClient(client: OAuthClient, allow: readonly string[]): Refusal | null {
  const wrong = (field: string, message: string): Refusal =>
    refuse(
      'invalid_request',
      `The credential's ${field} ${message}.`,
      { issues: [{ pointer: `/credential/${field}`, keyword: 'format', message }] },
      { control: null, arguments: {}, instruction: "Take the addresses from the provider's own documentation of OAuth." },
    );
  const { protocol, hostname, port, username, hash } = new URL(client.token_url);
  const listed = allow.includes(`${hostname}:${port || '80'}`);
  if (protocol !== 'https:' && !(protocol === 'http:' && listed)) return wrong('token_url', 'must be https');
  if (username !== '' || hash !== '') return wrong('token_url', 'must hold no user and no fragment');
  if (client.grant === 'client_credentials') return null;
  if (client.authorization_url === undefined || !/^https?:/.test(client.authorization_url))
    return wrong('authorization_url', 'must say where a person agrees');
  return client.redirect_uri === undefined ? wrong('redirect_uri', 'must say where the provider leads back to') : null;
}

/** A base is where paths are put behind: plain http or https, with nothing that would swallow them and no credential of its own. */
export function refuseAddress(baseUrl: string): Refusal | null {
  const url = new URL(baseUrl);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(baseUrl);
  if (plain) return null;
  const issues = [{ pointer: '/base_url', keyword: 'format', message: 'must be http or https, without user, query or fragment' }];
  const instruction = 'Give the address alone; the credential goes into credential.';
  return refuse('invalid_request', 'This base_url is no plain address.', { issues }, { control: null, arguments: {}, instruction });
}

export const tooMany = (): Refusal =>
  refuse(
    'conflict',
    `A workspace has at most ${LIMITS.connectionsPerWorkspace} connections.`,
    { limit: LIMITS.connectionsPerWorkspace },
    { control: null, arguments: {}, instruction: 'Replace a connection that is no longer used.' },
  );

export function noAddress(providerId: string): Refusal {
  const issues = [
    { pointer: '/base_url', keyword: 'required', message: 'no capability of this workspace names an address for this provider' },
  ];
  return refuse(
    'invalid_request',
    `Nothing in this workspace's catalog uses ${providerId}; give base_url to say where the credential may go.`,
    { issues },
    { control: null, arguments: {}, instruction: 'Give base_url, or enable a pack that uses the provider.' },
  );
}
