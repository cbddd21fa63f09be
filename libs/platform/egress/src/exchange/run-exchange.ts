import type { Destination } from '../destination/read-destination.js';
import type { EgressLimits } from '../limits.js';
import type { Lease } from '../pools/destination-pools.js';
import type { EgressRequest } from '../request/check-request.js';
import { Exchange, type ExchangeOutcome } from './exchange.js';

interface Plan {
  readonly destination: Destination;
  readonly request: EgressRequest;
  readonly body: Uint8Array;
  readonly limits: EgressLimits;
  /** What is left of the whole call's time. */
  readonly leftMs: number;
}

/** Sends one request on a leased pool, never longer than what is left of the total time. */
export async function runExchange(lease: Lease, plan: Plan): Promise<ExchangeOutcome> {
  const { request } = plan;
  const exchange = new Exchange(plan.limits, () => lease.release());
  const total = setTimeout(() => exchange.stop('connect_timeout', 'total_timeout', `total_timeout of ${plan.limits.totalMs} ms`), plan.leftMs);
  const aborted = (): void => exchange.stop('aborted', 'aborted', 'aborted by the caller');
  request.signal?.addEventListener('abort', aborted);
  try {
    dispatch(lease, plan, exchange);
    return await exchange.outcome;
  } finally {
    clearTimeout(total);
    request.signal?.removeEventListener('abort', aborted);
  }
}

function dispatch(lease: Lease, { destination, request, body }: Plan, exchange: Exchange): void {
  const headers = request.headers.flatMap(([name, value]) => [name, value]);
  // The method set is checked before; the type lists fewer than may be sent.
  const method = request.method as 'GET';
  const { origin, path } = destination;
  try {
    lease.pool.dispatch({ origin, path, method, headers, body: body.byteLength > 0 ? body : null }, exchange);
  } catch (error) {
    exchange.fail(error instanceof Error ? error : new Error(String(error)));
    lease.release();
  }
}
