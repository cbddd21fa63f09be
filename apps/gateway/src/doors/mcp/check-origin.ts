import type { IncomingHttpHeaders } from 'node:http';
import { RPC, RpcError } from './model/json-rpc.js';

const PORT = /:\d{1,5}$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A page of a stranger that has its name point to this machine arrives with that name in `Host` and `Origin`: both must be a name of
 * ours, loopback or the public address. Throws RpcError (403).
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  // Nearly every request: no need to take addresses apart.
  if (headers.origin === undefined && LOOPBACK.has((headers.host ?? '').replace(PORT, ''))) return;
  const ours = hostOf(publicUrl);
  const known = (name: string | null): boolean => name !== null && (LOOPBACK.has(name) || name === ours);
  const { host = '', origin } = headers;
  if (!known(hostOf(`http://${host}`))) throw stranger(`Host ${host.slice(0, 100)}`);
  if (typeof origin === 'string' && !known(hostOf(origin))) throw stranger(`Origin ${origin.slice(0, 100)}`);
}

function hostOf(url: string): string | null {
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return name === '' ? null : name;
}

const stranger = (what: string): RpcError =>
  new RpcError(
    RPC.refused,
    `${what} is not an address of this server. Set TURNPIKE_PUBLIC_URL to the address by which it is reached.`,
    403,
  );
