import { Injectable } from '@nestjs/common';
import type { Refusal, toolsGet } from '@turnpike/contracts';
import { capabilityNotFound, type PackFate } from '@turnpike/domain-catalog';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';

const NEAREST_IDS = 5;

/** Reads one exact contract; a dead or foreign token gets a new turn, and the answer says so. */
@Injectable()
export class GetTool {
  constructor(private readonly clients: Clients) {}

  async run(call: AdmittedCall, input: z.infer<typeof toolsGet.input>): Promise<Outcome> {
    const answer = await this.clients.registry.get(call.context, { caller: call.caller, input });
    if (answer.outcome === 'refused') return refusedWith(answer.refusal);
    if (answer.outcome === 'not_found') return refusedWith(await this.notFound(call, input.capability_id, answer.pack ?? null));
    const { contract, tool_turn_token } = answer.value;
    return doneWith(answer.value, { tool_turn_token, turn: answer.turn, ...(contract && { contract: contract.contract }) });
  }

  private async notFound({ caller, context }: AdmittedCall, capabilityId: string, fate: PackFate | null): Promise<Refusal> {
    const { ids } = await this.clients.index.nearest(context, { caller, capability_id: capabilityId, limit: NEAREST_IDS });
    return capabilityNotFound(capabilityId, ids, fate);
  }
}
