import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, OVER_STATES, refuse, type orchestratorApi, type RunView, type ServiceResponse } from '@turnpike/contracts';
import { permissionDenied } from '@turnpike/domain-admission';
import { contentDigest } from '@turnpike/kernel';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { SETTINGS } from '../tokens.js';
import type { GatewaySettings } from '../settings.js';
import { ObserveMoved } from './observe-moved.js';
import type { DecidedRun, RunInput } from './decided-run.js';

type Created = ServiceResponse<typeof orchestratorApi.create>;
/** How long a wait goes on for somebody who has gone, and how often one who listens hears of the run. */
const SLICE_MS = 5_000;

/** live: authority asked afresh, price settled, run admitted by the orchestrator under its own fence, then waited for. */
@Injectable()
export class RunLive {
  constructor(
    private readonly clients: Clients,
    private readonly observe: ObserveMoved,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** The run that this key already names, joined or replayed; null when the key is new. */
  async recall(call: AdmittedCall, input: RunInput, key: string): Promise<Outcome | null> {
    const known = await this.clients.orchestrator.recall(call.context, {
      caller: call.caller,
      idempotency_key: key,
      fingerprint: fingerprintOf(input),
    });
    if (known.outcome === 'unknown_key') return null;
    if (known.outcome === 'refused') return refusedWith(known.refusal);
    return this.await(call, known.run_id, input.wait_ms ?? LIMITS.defaultWaitMs, true);
  }

  async run(run: DecidedRun): Promise<Outcome> {
    const { call, input, contract } = run;
    const denied = (await this.refuseUnauthorized(run)) ?? (contract.cost.class === 'free' ? null : await this.refuseUnpaid(run));
    if (denied) return denied;
    const created = await this.create(run);
    switch (created.outcome) {
      case 'created':
        return this.await(call, created.run.run_id, waitOf(input, contract.async.kind), false, created.run);
      case 'joined':
        return this.await(call, created.run_id, waitOf(input, contract.async.kind), true);
      case 'moved':
        return this.observe.run(run, created.parts);
      case 'refused':
        return refusedWith(created.refusal);
      case 'contract_unknown':
        throw new Error('the orchestrator does not know a contract that it was just given');
    }
  }

  /** A permission that was held when the contract was delivered and is no more has moved; one that never was is denied. */
  private async refuseUnauthorized(run: DecidedRun): Promise<Outcome | null> {
    const { caller, context } = run.call;
    const { permission } = run.contract;
    const answer = await this.clients.rbac.authorize(context, {
      workspace_id: caller.workspace_id,
      principal_id: caller.principal_id,
      credential_id: caller.credential_id,
      permission,
    });
    if (!answer.credential_live)
      return refusedWith(
        refuse(
          'unauthenticated',
          'This credential was revoked.',
          {},
          { control: null, arguments: {}, instruction: 'Use another key, or sign in again.' },
        ),
      );
    if (answer.allowed) return null;
    if (run.redeemed.vector.permission !== 'held') return refusedWith(permissionDenied(permission, answer.holders));
    return this.observe.run(run, [{ part: 'permission', key: permission, from: 'held', to: 'missing' }]);
  }

  private async refuseUnpaid(run: DecidedRun): Promise<Outcome | null> {
    const { call, input, redeemed, contract } = run;
    const { caller, context } = call;
    const quoted = await this.clients.billing.quote(context, {
      caller,
      capability_id: input.capability_id,
      owner_workspace_id: redeemed.owner_workspace_id,
      cost: contract.cost,
      params: input.params,
      turn_id: redeemed.turn.id,
      price_vector: redeemed.vector.price,
    });
    return quoted.outcome === 'moved'
      ? this.observe.run(run, quoted.parts)
      : refusedWith(quoted.refusal, { contract: redeemed.contract, turn: redeemed.turn, mode: 'live' });
  }

  /** The orchestrator keeps contract bodies by digest: the body goes along only when it says that it lacks this one. */
  private async create({ call, input, redeemed, contract }: DecidedRun): Promise<Created> {
    const { caller, context } = call;
    const request = {
      caller,
      admission: redeemed.admission ?? '',
      contract: null,
      params: input.params,
      mode: 'live' as const,
      idempotency_key: input.idempotency_key ?? null,
      fingerprint: fingerprintOf(input),
      web_url_base: this.settings.publicUrl,
    };
    const first = await this.clients.orchestrator.create(context, request);
    return first.outcome === 'contract_unknown' ? this.clients.orchestrator.create(context, { ...request, contract }) : first;
  }

  private async await(call: AdmittedCall, runId: string, waitMs: number, replayed: boolean, created?: RunView): Promise<Outcome> {
    if (waitMs === 0 && created) return handle(created);
    if (created) call.waiting?.onRun(created);
    const answer = await this.waitInSlices(call, runId, waitMs);
    if (answer.outcome === 'refused') return refusedWith(answer.refusal);
    const { run, answer: text } = answer.value;
    return text !== null && OVER_STATES.has(run.state) ? { kind: 'stored', text, replayed } : handle(run);
  }

  /** Where somebody listens meanwhile they are told how the run stands after each slice, and a wait that nobody waits for ends with its slice. */
  private async waitInSlices({ caller, context, waiting }: AdmittedCall, runId: string, waitMs: number) {
    for (let left = waitMs; ; left -= SLICE_MS) {
      const slice = waiting ? Math.min(left, SLICE_MS) : left;
      const answer = await this.clients.orchestrator.wait(context, { caller, run_id: runId, wait_ms: slice });
      if (answer.outcome === 'refused' || answer.value.answer !== null || left <= slice || waiting?.isOver()) return answer;
      waiting?.onRun(answer.value.run);
    }
  }
}

/** What makes two calls the same call: never the token, the ceiling or the wait. */
const fingerprintOf = (input: RunInput): string =>
  contentDigest({ capability_id: input.capability_id, params: input.params, mode: input.mode });

const waitOf = (input: RunInput, kind: 'sync' | 'async'): number => input.wait_ms ?? (kind === 'async' ? 0 : LIMITS.defaultWaitMs);

/** A run that is not over: the answer names it and the call that reads it, so that nobody issues another. */
const handle = (run: RunView): Outcome =>
  doneWith(run, {
    mode: 'live',
    contract: run.contract,
    run: { id: run.run_id, state: run.state },
    next: { control: 'runs_get', arguments: { run_id: run.run_id } },
  });
