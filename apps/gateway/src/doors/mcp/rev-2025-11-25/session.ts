import { LIMITS } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { signToken, verifyToken, type TokenKey } from '@turnpike/platform-secrets';
import { RPC, RpcError } from '../model/json-rpc.js';

const AUDIENCE = 'mcp-session';

interface SessionClaims {
  readonly principal: string;
  readonly revision: string;
}

/** A session is a signed value and nothing else: any gateway that knows the key serves it, and none keeps it. */
export class Sessions {
  constructor(
    private readonly keys: readonly TokenKey[],
    private readonly clock: Clock,
  ) {}

  open(principal: string, revision: string): string {
    const [key] = this.keys;
    if (!key) throw new Error('there is no key to sign a session with');
    return signToken(key, { aud: AUDIENCE, exp: this.clock.now() + LIMITS.mcpSessionMs, principal, revision });
  }

  /** Throws RpcError (404: begin anew) on a session that was never given, is over, or is somebody else's. */
  check(session: string, principal: string): SessionClaims {
    const verified = verifyToken<SessionClaims>(this.keys, session, { now: this.clock.now(), audience: AUDIENCE });
    if (verified.ok && verified.claims.principal === principal) return verified.claims;
    throw new RpcError(RPC.refused, 'There is no such session of yours: send initialize again, without a session id.', 404);
  }
}
