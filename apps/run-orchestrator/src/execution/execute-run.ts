import { Injectable } from '@nestjs/common';
import { LIMITS, type Contract, type HttpExecutor } from '@turnpike/contracts';
import {
  addCredential,
  cutResult,
  hideSecret,
  settleCall,
  type CallOutcome,
  type Ending,
  type OutgoingRequest,
} from '@turnpike/domain-runs';
import { formatCredits } from '@turnpike/kernel';
import { EgressClient, type EgressOutcome } from '@turnpike/platform-egress';
import { Database } from '@turnpike/platform-persistence';
import { ConnectionStore } from '../connections/connection.store.js';
import { EgressRules } from '../connections/egress-rules.js';
import { OpenCredential } from '../connections/open-credential.js';
import type { RunRow } from '../runs/run-row.js';
import { CallsUnderWay, type CutOff } from './calls-under-way.js';
import { LONGEST_CALL_MS, type Claim } from './claim-run.js';
import { PrepareCall } from './prepare-call.js';

/** What must be left of the claim, beyond the call's own time limit, before it may begin. */
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
    private readonly opening: OpenCredential,
    private readonly calls: CallsUnderWay,
  ) {}

  /** `give_back` when nothing was sent, or repeating does no harm, and the run should be taken up again. */
  async run(claim: Claim, contract: Contract): Promise<Ending | 'give_back'> {
    const { executor } = contract;
    const ending = executor.kind === 'http' ? await this.call(claim, contract, executor) : await this.readBalance(claim.run);
    return ending === 'give_back' || ending.state !== 'succeeded' ? ending : cut(ending);
  }

  private async call({ run, leftMs }: Claim, contract: Contract, executor: HttpExecutor): Promise<Ending | 'give_back'> {
    const connection = contract.provider === null ? null : await this.connections.find(run.workspace_id, contract.provider.id);
    // Replaced since the claim compared it: what was admitted on one account never goes out with another's credential. The next claim refuses it.
    if (connection !== null && String(connection.version) !== run.v_connection) return 'give_back';
    const prepared = this.prepare.run(contract, executor, run.params, connection);
    if ('refusal' in prepared) return { state: 'failed', result: null, truncated: false, error: prepared.refusal };
    const totalMs = Math.min(contract.async.longest_ms, LONGEST_CALL_MS);
    const allow = await this.rules.find(run.workspace_id);
    const opened = await this.opening.run(connection, allow);
    if ('refusal' in opened) return { state: 'failed', result: null, truncated: false, error: opened.refusal };
    const { credential } = opened;
    // A call that outlived its claim could be doubled by the next worker.
    if (leftMs() < totalMs + MARGIN_MS) return 'give_back';
    const signal = this.calls.begin(run.run_id);
    const outcome = await this.send(addCredential(withKey(prepared.request, executor, run), credential), allow, totalMs, signal).finally(
      () => this.calls.end(run.run_id),
    );
    if (outcome.outcome === 'answered' && outcome.status === 401) await this.opening.distrust(connection, credential);
    const cutOff = signal.aborted && outcome.outcome !== 'answered' ? (signal.reason as CutOff) : null;
    if (cutOff === 'stopping' && (outcome.outcome === 'not_sent' || contract.async.repeatable)) return 'give_back';
    return settleCall({
      runId: run.run_id,
      outcome: toCallOutcome(outcome),
      readOnly: contract.action_policy === 'read_only',
      cancelled: cutOff === 'cancelled',
      hide: hideSecret(credential),
    });
  }

  private send(request: OutgoingRequest, allow: readonly string[], totalMs: number, signal: AbortSignal): Promise<EgressOutcome> {
    return this.egress.send({
      method: request.method,
      url: request.url,
      headers: request.headers.map(({ name, value }) => [name, value] as const),
      ...(request.body !== null && { body: request.body }),
      allow,
      limits: { totalMs, headersMs: totalMs, idleMs: totalMs, connectMs: Math.min(CONNECT_MS, totalMs), responseBytes: LIMITS.resultBytes },
      signal,
    });
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

function cut(ending: Ending): Ending {
  const { result, truncated } = cutResult(ending.result);
  return { ...ending, result, truncated: ending.truncated || truncated };
}

/** Repeating the run repeats its key, so that a provider that honours keys does the work once. */
const withKey = (request: OutgoingRequest, executor: HttpExecutor, row: RunRow): OutgoingRequest =>
  executor.idempotency_header === null
    ? request
    : { ...request, headers: [...request.headers, { name: executor.idempotency_header, value: row.run_id }] };

const toCallOutcome = (outcome: EgressOutcome): CallOutcome =>
  outcome.outcome === 'answered'
    ? { ...outcome, contentType: outcome.headers.find(([name]) => name === 'content-type')?.[1] ?? '' }
    : outcome;
