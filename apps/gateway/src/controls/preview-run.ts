import { Injectable } from '@nestjs/common';
import { formatCredits } from '@turnpike/kernel';
import { Clients } from '../clients.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { ObserveMoved } from './observe-moved.js';
import type { DecidedRun } from './decided-run.js';

/** dry_run: validated against the workspace as it is, with exactly what would be sent. No business write, no spend, no outward call. */
@Injectable()
export class PreviewRun {
  constructor(
    private readonly clients: Clients,
    private readonly observe: ObserveMoved,
  ) {}

  async run(run: DecidedRun): Promise<Outcome> {
    const { call, input, redeemed, contract } = run;
    const { caller, context } = call;
    const [previewed, priced] = await Promise.all([
      this.clients.orchestrator.preview(context, {
        caller,
        contract,
        params: input.params,
        turn_id: redeemed.turn.id,
        idempotency_key: input.idempotency_key ?? null,
        connection_vector: redeemed.vector.connection,
      }),
      this.clients.billing.estimate(context, {
        caller,
        capability_id: input.capability_id,
        owner_workspace_id: redeemed.owner_workspace_id,
        cost: contract.cost,
        params: input.params,
      }),
    ]);
    if (previewed.outcome === 'moved') return this.observe.run(run, previewed.parts);
    if (previewed.outcome === 'refused') return refusedWith(previewed.refusal);
    if (priced.outcome === 'refused') return refusedWith(priced.refusal);
    const estimated = formatCredits(priced.estimate.milli);
    const data = {
      kind: 'preview',
      capability_id: input.capability_id,
      contract: redeemed.contract,
      action_policy: contract.action_policy,
      request: previewed.request,
      checks: previewed.checks,
      estimate: { credit_class: contract.cost.class, credits: estimated },
    };
    return doneWith(data, { turn: redeemed.turn, contract: redeemed.contract, mode: 'dry_run', credits: { estimated } });
  }
}
