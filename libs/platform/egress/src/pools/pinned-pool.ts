import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import type { Destination } from '../destination/read-destination.js';
import { FIXED_LIMITS, HIGHEST_LIMITS } from '../limits.js';

export interface PinnedPool {
  readonly pool: Pool;
  /** Ends every connection at once, those still being opened too: the pool itself forgets them until they time out. */
  destroy(): Promise<void>;
}

/**
 * Connections that go to one address whatever the name resolves to by now. `Host`, SNI and the certificate check keep the
 * name. The environment's proxy settings are not read: a proxy would resolve the name again.
 */
export function pinnedPool(destination: Destination, address: string, extraRoots: readonly string[]): PinnedPool {
  const connecting = new Set<Socket>();
  const connect = buildConnector({
    timeout: HIGHEST_LIMITS.connectMs,
    allowH2: false,
    // Said, not left to the default: NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment must not switch the check off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(extraRoots.length > 0 ? { ca: [...rootCertificates, ...extraRoots] } : {}),
  });
  const pool = new Pool(destination.origin, {
    connect: (options, callback) => {
      const done: typeof callback = (...result) => {
        connecting.delete(socket);
        callback(...result);
      };
      const socket = connect({ ...options, hostname: address }, done) as unknown as Socket;
      connecting.add(socket);
    },
    connections: FIXED_LIMITS.connectionsPerDestination,
    pipelining: 1,
    keepAliveTimeout: FIXED_LIMITS.keepAliveMs,
    keepAliveMaxTimeout: FIXED_LIMITS.keepAliveMs,
    maxHeaderSize: FIXED_LIMITS.responseHeaderBytes,
    // Timed by the exchange itself, which knows what each time-out means for the run.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const destroy = async (): Promise<void> => {
    connecting.forEach((socket) => socket.destroy());
    await pool.destroy();
  };
  return { pool, destroy };
}
