import { Inject, Injectable } from '@nestjs/common';
import {
  refuse,
  type AdmissionClaims,
  type Contract,
  type orchestratorApi,
  type Refusal,
  type ServiceRequest,
  type ServiceResponse,
} from '@turnpike/contracts';
import { newId, type Clock } from '@turnpike/kernel';
import type { ServiceKeys } from '@turnpike/platform-http';
import { Database } from '@turnpike/platform-persistence';
import { verifyToken } from '@turnpike/platform-secrets';
import { toRunView, type RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { RunStore } from '../runs/run.store.js';
import { ContractBodies } from './contract-bodies.js';

type Request = ServiceRequest<typeof orchestratorApi.create>;
type Response = ServiceResponse<typeof orchestratorApi.create>;
type Answer =
  | { readonly outcome: 'created' | 'conflict' | 'taken' | 'revoked' | 'withdrawn' }
  | { readonly outcome: 'joined'; readonly run_id: string }
  | { readonly outcome: 'moved' | 'not_connected'; readonly now: { readonly version: string; readonly state: string } };

/** One prepared call; see create-run.sql.ts for the order of its locks and reads. */
const CREATE = { name: 'orchestrator-create', text: 'select create_run(json_populate_record(null::runs, $1), $2) as answer' };

/** Admits a run on the registry's signed word: the very contract, for this caller, once, within its time. */
@Injectable()
export class CreateRun {
  constructor(
    private readonly db: Database,
    private readonly bodies: ContractBodies,
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
    @Inject('KEYS') private readonly keys: ServiceKeys,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(request: Request): Promise<Response> {
    const { caller } = request;
    const verified = verifyToken<AdmissionClaims>(this.keys.admission, request.admission, {
      now: this.clock.now(),
      audience: 'orchestrator',
    });
    if (!verified.ok) return { outcome: 'refused', refusal: badAdmission(verified.reason) };
    const { claims } = verified;
    const same = (['workspace_id', 'principal_id', 'credential_id'] as const).every((name) => claims[name] === caller[name]);
    if (!same) return { outcome: 'refused', refusal: badAdmission('another caller') };
    if (request.contract && !(await this.bodies.save(claims.digest, request.contract)))
      return { outcome: 'refused', refusal: badAdmission('another contract') };
    const contract = await this.bodies.find(claims.digest);
    if (!contract) return { outcome: 'contract_unknown' };
    return this.create(request, claims, contract);
  }

  private async create(request: Request, claims: AdmissionClaims, contract: Contract): Promise<Response> {
    const row = newRow(request, claims, contract, this.clock.now());
    // One statement is its own transaction: run, first event, key and fact, or nothing. The relay is woken by the claim that follows.
    const [made] = await this.db.query<{ answer: Answer }>(CREATE, [JSON.stringify(row), JSON.stringify(this.runs.envelope(row))]);
    const answer = made?.answer;
    if (!answer) throw new Error('create_run answered nothing');
    if (answer.outcome === 'created') this.signals.workWaits();
    return this.toResponse(answer, row, claims);
  }

  private toResponse(answer: Answer, row: RunRow, claims: AdmissionClaims): Response {
    switch (answer.outcome) {
      case 'created':
        return { outcome: 'created', run: toRunView(row) };
      case 'joined':
        return { outcome: 'joined', run_id: answer.run_id };
      case 'moved': {
        const { version, state } = answer.now;
        const key = `${row.workspace_id}/${row.provider_id ?? ''}`;
        return { outcome: 'moved', parts: [{ part: 'connection', key, from: claims.vector.connection, to: version, value: { state } }] };
      }
      case 'not_connected':
        return { outcome: 'refused', refusal: notConnected(row.provider_id ?? '', answer.now.state) };
      case 'withdrawn': {
        const key = `${row.owner_workspace_id}/${row.capability_id}`;
        return { outcome: 'moved', parts: [{ part: 'contract', key, from: claims.vector.contract, to: 'withdrawn' }] };
      }
      case 'conflict':
        return { outcome: 'refused', refusal: idempotencyConflict(row.idempotency_key ?? '') };
      case 'taken':
        return { outcome: 'refused', refusal: badAdmission('it was used before') };
      case 'revoked':
        return {
          outcome: 'refused',
          refusal: refuse(
            'unauthenticated',
            'This credential was revoked.',
            {},
            { control: null, arguments: {}, instruction: 'Use another key, or sign in again.' },
          ),
        };
    }
  }
}

function newRow(
  request: Request,
  claims: AdmissionClaims,
  contract: Contract,
  now: number,
): RunRow & { admission_id: string; credential_id: string; fingerprint: string } {
  return {
    run_id: newId('run'),
    admission_id: claims.admission_id,
    workspace_id: claims.workspace_id,
    principal_id: claims.principal_id,
    credential_id: claims.credential_id,
    capability_id: claims.capability_id,
    owner_workspace_id: claims.owner_workspace_id,
    contract_version: claims.version,
    digest: claims.digest,
    turn_id: claims.turn_id,
    provider_id: contract.provider?.id ?? null,
    v_connection: claims.vector.connection,
    params: request.params,
    state: 'queued',
    sequence: 1,
    idempotency_key: request.idempotency_key,
    fingerprint: request.fingerprint,
    request_id: request.caller.request_id,
    web_url_base: request.web_url_base,
    created_at: new Date(now),
    not_after: new Date(now + contract.async.start_within_ms),
    started_at: null,
    ended_at: null,
    fence: 0,
    lease_until: null,
    cancel_requested_at: null,
    cancel_reason: null,
    result: null,
    result_truncated: false,
    error: null,
    answer: null,
  };
}

const notConnected = (providerId: string, state: string): Refusal =>
  refuse(
    'provider_not_connected',
    `The provider ${providerId} is not connected in this workspace.`,
    { provider_id: providerId, state },
    {
      control: 'integrations_list',
      arguments: {},
      instruction: `Connect ${providerId} ("turnpike connections create ${providerId}"), then search again.`,
    },
  );

const badAdmission = (reason: string): Refusal =>
  refuse(
    'capability_not_fetched',
    `The admission is not good (${reason}); nothing was started.`,
    { reason },
    { control: null, arguments: {}, instruction: 'Make the call again: it is admitted anew.' },
  );

export const idempotencyConflict = (key: string): Refusal =>
  refuse(
    'idempotency_conflict',
    'This idempotency key was used for another call.',
    { idempotency_key: key },
    { control: null, arguments: {}, instruction: 'Use a new key for a new call.' },
  );
