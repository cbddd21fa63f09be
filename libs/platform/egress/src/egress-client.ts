import type { AllowRule } from './destination/allow-rule.js';
import { readDestination, type Destination } from './destination/read-destination.js';
import { systemResolver, type Resolver } from './destination/resolve-in-time.js';
import { settleAddresses } from './destination/settle-addresses.js';
import type { ExchangeOutcome } from './exchange/exchange.js';
import { runExchange } from './exchange/run-exchange.js';
import { settleLimits, type EgressLimits } from './limits.js';
import type { EgressOutcome } from './outcome.js';
import { DestinationPools } from './pools/destination-pools.js';
import { checkRequest, type EgressRequest } from './request/check-request.js';

export interface EgressOptions {
  /** Destinations that may be private, for every call of this client. */
  readonly allow?: readonly AllowRule[];
  readonly resolver?: Resolver;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  /** Root certificates (PEM) trusted beside the usual ones. */
  readonly extraRoots?: readonly string[];
}

interface Checked {
  readonly request: EgressRequest;
  readonly destination: Destination;
  readonly body: Uint8Array;
  readonly limits: EgressLimits;
  readonly until: number;
}

/** The one way out: every outbound call of the platform goes through `send`, which never throws for what a provider does. */
export class EgressClient {
  private readonly allow: readonly AllowRule[];
  private readonly resolver: Resolver;
  private readonly now: () => number;
  private readonly pools: DestinationPools;

  constructor(options: EgressOptions = {}) {
    this.allow = options.allow ?? [];
    this.resolver = options.resolver ?? systemResolver;
    this.now = options.now ?? (() => performance.now());
    this.pools = new DestinationPools(options.extraRoots ?? []);
  }

  /** Sends once: no retry after a byte was written, no redirect followed, no body decoded. */
  async send(request: EgressRequest): Promise<EgressOutcome> {
    const startedAt = this.now();
    const limits = settleLimits(request.limits);
    const body = checkRequest(request, limits);
    if ('outcome' in body) return body;
    const destination = readDestination(request.url);
    if ('outcome' in destination) return destination;
    if (request.signal?.aborted) return { outcome: 'not_sent', cause: 'aborted', detail: 'aborted before it began' };
    const allow = [...this.allow, ...(request.allow ?? [])];
    const addresses = await settleAddresses(destination, allow, this.resolver, Math.min(limits.connectMs, limits.totalMs), request.signal);
    if ('outcome' in addresses) return addresses;
    const outcome = await this.sendToFirst(addresses, { request, destination, body, limits, until: startedAt + limits.totalMs });
    return outcome.outcome === 'answered' ? { ...outcome, durationMs: this.now() - startedAt } : outcome;
  }

  async close(): Promise<void> {
    await this.pools.close();
  }

  /** The next address is tried only after a failure to connect, which has sent nothing. */
  private async sendToFirst(addresses: readonly string[], call: Checked): Promise<ExchangeOutcome> {
    let outcome: ExchangeOutcome = { outcome: 'not_sent', cause: 'connect_timeout', detail: 'no time left to connect' };
    for (const address of addresses) {
      const leftMs = call.until - this.now();
      if (leftMs <= 0) break;
      const lease = this.pools.lease(call.destination, address);
      if (typeof lease === 'string') return { outcome: 'not_sent', cause: lease, detail: lease === 'busy' ? 'too many calls at once' : 'egress is closed' };
      outcome = await runExchange(lease, { ...call, leftMs });
      if (outcome.outcome !== 'not_sent' || !/^connect_/.test(outcome.cause)) return outcome;
    }
    return outcome;
  }
}
