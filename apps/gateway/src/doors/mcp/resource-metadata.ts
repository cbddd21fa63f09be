/** RFC 9728, section 3: where a client looks after a 401. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** No authorization server is named: credentials are API keys and sessions of Turnpike's own, sent as bearer tokens. */
export const describeResource = (publicUrl: string, path: string) => ({
  resource: `${publicUrl}${path}`,
  resource_name: 'Turnpike',
  bearer_methods_supported: ['header'],
});
