import * as z from 'zod';
import { authScheme } from '../catalog/executor.js';
import { providerId } from '../catalog/names.js';
import { connectionState } from '../controls/integrations.js';
import { defineOperation } from '../definition.js';
import { timestamp } from '../json.js';

const oneCredential = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), token: z.string().min(1).max(8_000) }),
  z.strictObject({ type: z.literal('basic'), username: z.string().max(500), password: z.string().max(2_000) }),
  z.strictObject({
    type: z.literal('api_key'),
    in: z.enum(['header', 'query', 'cookie']),
    name: z.string().min(1).max(200),
    value: z.string().min(1).max(8_000),
  }),
]);
/**
 * How to come by tokens (RFC 6749): Turnpike fetches them itself, and anew before they run out. `authorization_code` wants a person to agree
 * first, at the address that connections_create answers.
 */
const oauthClient = z.strictObject({
  type: z.literal('oauth2'),
  grant: z.enum(['client_credentials', 'authorization_code']),
  token_url: z.url().max(2_000),
  /** `authorization_code` only: where a person agrees, and where the provider leads them back to, as registered there. */
  authorization_url: z.url().max(2_000).optional(),
  redirect_uri: z.url().max(2_000).optional(),
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(8_000),
  /** Names, separated by spaces. */
  scope: z.string().min(1).max(2_000).optional(),
  /** How the secret is shown: in the header (as if absent) or in the form. */
  client_authentication: z.enum(['basic', 'post']).optional(),
});

/** A credential as a person gives it; it is sealed on arrival and never shown again. */
export const credentialInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  ...oneCredential.options,
  /** What a provider wants together, such as a key and the number of an account. */
  z.strictObject({ type: z.literal('all'), credentials: z.array(oneCredential).min(2).max(5) }),
  oauthClient,
]);

export const connectionView = z.object({
  provider_id: providerId,
  state: connectionState,
  scheme: authScheme.nullable(),
  base_url: z.string().nullable(),
  account: z.string().nullable(),
  connected_at: timestamp.nullable(),
  version: z.int(),
  /** Answered once, where a person has to agree first: the address to open. Good for ten minutes. */
  authorize_url: z.string().optional(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const connectionsList = defineOperation({
  name: 'connections_list',
  summary: 'Connections of this workspace, without their credentials.',
  description: 'One per provider.',
  input: z.strictObject({}),
  output: z.object({ connections: z.array(connectionView) }),
  permission: 'connections.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/connections' },
  cli: { command: 'connections list', positional: [] },
});

export const connectionsCreate = defineOperation({
  name: 'connections_create',
  summary: "Connect a provider: give this workspace's credential for it.",
  description:
    'Replaces an earlier connection of the same provider, and retires the turns that relied on it. The credential is sealed and never shown again.',
  input: z.strictObject({
    provider_id: providerId,
    credential: credentialInput,
    /** Where the provider is reached, when it differs from the contracts' own server. */
    base_url: z.url().max(2_000).optional(),
    account: z.string().max(200).optional(),
  }),
  output: connectionView,
  permission: 'connections.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/connections' },
  cli: { command: 'connections create', positional: ['provider_id'] },
});

export const connectionsAuthorize = defineOperation({
  name: 'connections_authorize',
  summary: 'Finish connecting a provider where a person had to agree.',
  description:
    'Give state and code as they stand in the address that the provider led to. The code is exchanged at once; tokens are sealed and never shown.',
  input: z.strictObject({ provider_id: providerId, state: z.string().min(1).max(200), code: z.string().min(1).max(4_000) }),
  output: connectionView,
  permission: 'connections.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/connections/{provider_id}/authorize' },
  cli: { command: 'connections authorize', positional: ['provider_id'] },
});

export const connectionsTest = defineOperation({
  name: 'connections_test',
  summary: "Call the provider's address with the connection's credential and say what it answered.",
  description: "Sends one GET to the given path and reports the status. Changes nothing but the connection's health.",
  input: z.strictObject({ provider_id: providerId, path: z.string().max(500).regex(/^\//).optional() }),
  output: z.object({ provider_id: providerId, reachable: z.boolean(), status: z.int().nullable(), message: z.string() }),
  permission: 'connections.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/connections/{provider_id}/test' },
  cli: { command: 'connections test', positional: ['provider_id'] },
});

export const connectionsDisconnect = defineOperation({
  name: 'connections_disconnect',
  summary: 'Disconnect a provider and destroy its stored credential.',
  description: 'Capabilities that need it become unready; turns that relied on it are retired.',
  input: z.strictObject({ provider_id: providerId, confirm: z.literal(true).optional() }),
  output: connectionView,
  permission: 'connections.write',
  effect: 'write',
  owner: true,
  confirm: true,
  rest: { method: 'POST', path: '/v1/admin/connections/{provider_id}/disconnect' },
  cli: { command: 'connections disconnect', positional: ['provider_id'] },
});

/** `host:port`; such a destination may be private or loopback. */
export const egressRule = z
  .string()
  .max(260)
  .regex(/^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/, 'host:port, e.g. 127.0.0.1:7430');

export const egressList = defineOperation({
  name: 'egress_list',
  summary: 'Private destinations that runs of this workspace may reach.',
  description: 'Everything public is reachable; private, loopback and metadata addresses only when listed here.',
  input: z.strictObject({}),
  output: z.object({ allow: z.array(egressRule) }),
  permission: 'connections.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/egress' },
  cli: { command: 'admin egress list', positional: [] },
});

export const egressSet = defineOperation({
  name: 'egress_set',
  summary: 'Replace the list of private destinations that runs may reach.',
  description: 'host:port each. Cloud metadata addresses can never be listed.',
  input: z.strictObject({ allow: z.array(egressRule).max(100) }),
  output: z.object({ allow: z.array(egressRule) }),
  permission: 'connections.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/egress' },
  cli: { command: 'admin egress set', positional: ['allow'] },
});
