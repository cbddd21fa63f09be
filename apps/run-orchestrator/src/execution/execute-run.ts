import { Inject, Injectable } from '@nestjs/common';
import { type Contract, type HttpExecutor } from '@turnpike/contracts';
import { addCredential, cutResult, settleCall, type CallOutcome, type Credential, type Ending } from '@turnpike/domain-runs';
import { formatCredits, type Clock } from '@turnpike/kernel';
import { EgressClient, type EgressOutcome } from '@turnpike/platform-egress';
import { Database } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';
import { boundTo } from '../connections/change-connection.js';
import { ConnectionStore } from '../connections/connection.store.js';
import { EgressRules } from '../connections/egress-rules.js';
import type { RunRow } from '../runs/run-row.js';
import { CallsUnderWay } from './calls-under-way.js';
import { PrepareCall } from './prepare-call.js';

/** What must be left of the lease, beyond the call's own time limit, before it may begin. */
const MARGIN_MS = 2_000;
const CONNECT_MS = 5_000;

/** Carries out one claimed run and says how it ended. Never throws for what a provider does. */
@Injectable()
export class ExecuteRun {
  constructor(
    private readonly db: Database,
    private readonly connections: ConnectionStore,
    private readonly rules: EgressRules,
    private readonly prepare: PrepareCall,
    private readonly egress: EgressClient,
    private readonly secrets: SecretBox,
    private readonly calls: CallsUnderWay,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(row: RunRow, contract: Contract): Promise<Ending> {
    const ending = contract.executor.kind === 'http' ? await this.call(row, contract, contract.executor) : await this.readBalance(row);
    return { ...ending, ...(ending.state === 'succeeded' && this.cut(ending)) };
  }

  private cut(ending: Ending): Pick<Ending, 'result' | 'truncated'> {
    const cut = cutResult(ending.result);
    return { result: cut.result, truncated: ending.truncated || cut.truncated };
  }

  private async call(row: RunRow, contract: Contract, executor: HttpExecutor): Promise<Ending> {
    const connection = contract.provider === null ? null : await this.connections.find(row.workspace_id, contract.provider.id);
    const prepared = this.prepare.run(contract, executor, row.params, connection);
    if ('refusal' in prepared) return { state: 'failed', result: null, truncated: false, error: prepared.refusal };
    const credential: Credential = connection?.sealed
      ? (JSON.parse(this.secrets.open(connection.sealed, boundTo(row.workspace_id, connection.provider_id))) as Credential)
      : { type: 'none' };
    const request = addCredential(withKey(prepared.request, executor, row), credential);
    const totalMs = Math.min(contract.async.longest_ms, leaseLeft(row, this.clock.now()) - MARGIN_MS);
    if (totalMs <= 0)
      return settleCall(row.run_id, { outcome: 'not_sent', cause: 'lease', detail: 'too little time was left of the claim' }, true);
    const outcome = await this.egress
      .send({
        method: request.method,
        url: request.url,
        headers: request.headers.map(({ name, value }) => [name, value] as const),
        ...(request.body !== null && { body: request.body }),
        allow: await this.rules.find(row.workspace_id),
        limits: { totalMs, headersMs: totalMs, idleMs: totalMs, connectMs: CONNECT_MS },
        signal: this.calls.begin(row.run_id),
      })
      .finally(() => this.calls.end(row.run_id));
    return settleCall(row.run_id, toCallOutcome(outcome), contract.action_policy === 'read_only');
  }

  /** The platform's own read: this workspace's credits as billing last told them. */
  private async readBalance(row: RunRow): Promise<Ending> {
    const [known] = await this.db.query<{ balance_milli: number; held_milli: number }>(
      'select balance_milli, held_milli from balances where workspace_id = $1',
      [row.workspace_id],
    );
    const { balance_milli: balance, held_milli: held } = known ?? { balance_milli: 0, held_milli: 0 };
    return {
      state: 'succeeded',
      result: { balance: formatCredits(balance), held: formatCredits(held), available: formatCredits(balance - held) },
      truncated: false,
      error: null,
    };
  }
}

const leaseLeft = (row: RunRow, now: number): number => new Date(row.lease_until ?? 0).getTime() - now;

/** Repeating the run repeats its key, so that a provider that honours keys does the work once. */
const withKey = (
  request: { method: string; url: string; headers: readonly { name: string; value: string }[]; body: string | null },
  executor: HttpExecutor,
  row: RunRow,
) =>
  executor.idempotency_header === null
    ? request
    : { ...request, headers: [...request.headers, { name: executor.idempotency_header, value: row.run_id }] };

const toCallOutcome = (outcome: EgressOutcome): CallOutcome =>
  outcome.outcome === 'answered'
    ? { ...outcome, contentType: outcome.headers.find(([name]) => name === 'content-type')?.[1] ?? '' }
    : outcome;
