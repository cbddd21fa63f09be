// One of the ways to sign in that the document names for an operation, by its own words, and made-up secrets for it: for us and for the oracle.

/** `{ credential, authorized, headers }`; the credential is none where the operation may be called openly. Null where no way is one that is read. */
export function chooseWay(random, document, operation) {
  const declared = document.components?.securitySchemes ?? document.securityDefinitions ?? {};
  const [method, path] = [operation.slice(0, operation.indexOf(' ')).toLowerCase(), operation.slice(operation.indexOf(' ') + 1)];
  const ways = document.paths[path][method].security ?? document.security ?? [];
  const open = { credential: { type: 'none' }, authorized: {}, headers: [] };
  if (ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)) return open;
  const read = ways
    .map((way) => Object.keys(way).map((name) => ({ name, ...secretFor(declared[name]) })))
    .filter((way) => way.every(({ credential }) => credential));
  if (read.length === 0) return null;
  const way = random.pick(read);
  const unlike = way.filter(
    ({ credential }, at) => way.findIndex((other) => JSON.stringify(other.credential) === JSON.stringify(credential)) === at,
  );
  return {
    credential: unlike.length === 1 ? unlike[0].credential : { type: 'all', credentials: unlike.map(({ credential }) => credential) },
    authorized: Object.fromEntries(way.map(({ name, theirs }) => [name, theirs])),
    headers: ['Authorization', ...unlike.flatMap(({ credential }) => (credential.in === 'header' ? [credential.name] : []))],
  };
}

const TOKEN = 'tok-en.1/2+3=';

function secretFor({ type, scheme = '', in: place, name }) {
  const kind = type === 'http' ? scheme.toLowerCase() : type;
  switch (kind) {
    case 'apiKey':
      return { credential: { type: 'api_key', in: place, name, value: 'k-12/3' }, theirs: 'k-12/3' };
    case 'basic':
      return { credential: { type: 'basic', username: 'lin', password: 'p:ss w0rd' }, theirs: { username: 'lin', password: 'p:ss w0rd' } };
    case 'bearer':
      return { credential: { type: 'bearer', token: TOKEN }, theirs: { value: TOKEN } };
    case 'oauth2':
    case 'openIdConnect':
      return { credential: { type: 'bearer', token: TOKEN }, theirs: { token: { access_token: TOKEN, token_type: 'bearer' } } };
    default:
      return {};
  }
}
