// A real authorization server on loopback, for specs: `node oidc-server.mjs` prints its address. GET /stats says which grants it gave.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'machine',
      client_secret: 'machine-secret-0123456789abcdef',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    {
      client_id: 'web',
      client_secret: 'web-secret-0123456789abcdef',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['https://console.example/back'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['openid', 'contacts'],
  features: { clientCredentials: { enabled: true }, introspection: { enabled: true }, devInteractions: { enabled: true } },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, ClientCredentials: 3600, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
});
const stats = {};
const count = (name) => (stats[name] = (stats[name] ?? 0) + 1);
provider.on('grant.success', (context) => count(context.oidc.params.grant_type));
provider.on('grant.error', (_context, error) => count(error.error));
const answer = provider.callback();
server.on('request', (request, response) => {
  if (request.url === '/stats') response.end(JSON.stringify(stats));
  else answer(request, response);
});
process.stdout.write(`${issuer}\n`);
