import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@turnpike/contracts';
import { formatCredits } from '@turnpike/kernel';
import { ContractCache } from '../catalog/contract-cache.js';
import { Clients } from '../clients.js';
import { GetTool } from '../controls/get-tool.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';

/** credits_estimate: what a call would cost at the current price, without a run. */
@Injectable()
export class EstimateCredits {
  constructor(
    private readonly clients: Clients,
    private readonly contracts: ContractCache,
    private readonly getTool: GetTool,
  ) {}

  async run(call: AdmittedCall, input: { capability_id: string; params: JsonObject }): Promise<Outcome> {
    const { caller, context } = call;
    const got = await this.getTool.run(call, { capability_id: input.capability_id });
    if (got.kind !== 'done' || !got.meta?.contract || !got.meta.tool_turn_token) return got;
    const asked = { caller, tool_turn_token: got.meta.tool_turn_token, capability_id: input.capability_id };
    const inspected = await this.clients.registry.inspect(context, asked);
    if (inspected.outcome === 'refused') return refusedWith(inspected.refusal);
    const contract = await this.contracts.find(context, caller.workspace_id, inspected.contract.digest);
    const priced = await this.clients.billing.estimate(context, {
      caller,
      capability_id: input.capability_id,
      owner_workspace_id: inspected.owner_workspace_id,
      cost: contract.cost,
      params: input.params,
    });
    if (priced.outcome === 'refused') return refusedWith(priced.refusal);
    const { milli, price_version, units } = priced.estimate;
    return doneWith({
      capability_id: input.capability_id,
      credit_class: contract.cost.class,
      estimated: formatCredits(milli),
      price_version,
      units: units.map(({ name, count, each_milli }) => ({ name, count, each: formatCredits(each_milli) })),
    });
  }
}
