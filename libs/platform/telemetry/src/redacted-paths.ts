/** What stands where a credential stood. */
export const CENSOR = '[redacted]';

/** Field names whose values are credentials wherever they stand. */
const CREDENTIAL_FIELDS = [
  'password',
  'secret',
  'token',
  'turn_token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'api_key',
  'apiKey',
  'credential',
  'credentials',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'signature',
  'admission',
  'sign_in_code',
  'private_key',
] as const;

const DEPTH = 3;

/** The paths that pino is told to censor: each field name at each depth down to three levels below the line itself. */
export function* redactedPaths(): Generator<string> {
  for (let depth = 0; depth <= DEPTH; depth += 1) {
    const prefix = Array<string>(depth).fill('*').join('.');
    for (const field of CREDENTIAL_FIELDS) yield `${prefix}["${field}"]`;
  }
}
