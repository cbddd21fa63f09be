import type { Clock } from '@turnpike/kernel';
import { verifyToken, type TokenKey } from '@turnpike/platform-secrets';

/** A gateway signs a new credential about every half minute; a few gateways at once fit. */
const MOST_KNOWN = 100;

/** Checks the credentials that gateways show. One that was verified is known until it ends: the same text comes with every request. */
export class ServiceCredentials {
  private readonly known = new Map<string, number>();

  constructor(
    private readonly audience: string,
    private readonly keys: readonly TokenKey[],
    private readonly clock: Clock,
  ) {}

  accepts(token: string): boolean {
    const now = this.clock.now();
    const until = this.known.get(token);
    if (until !== undefined && until > now) return true;
    const verified = verifyToken(this.keys, token, { now, audience: this.audience });
    if (!verified.ok) return false;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(token, verified.claims.exp);
    return true;
  }
}
