import { Injectable } from '@nestjs/common';
import { refuse, type Refusal, type toolsGet } from '@turnpike/contracts';
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
    if (answer.outcome === 'not_found') return refusedWith(await this.notFound(call, input.capability_id));
    const { contract, tool_turn_token } = answer.value;
    return doneWith(answer.value, { tool_turn_token, turn: answer.turn, ...(contract && { contract: contract.contract }) });
  }

  private async notFound({ caller, context }: AdmittedCall, capabilityId: string): Promise<Refusal> {
    const { ids } = await this.clients.index.nearest(context, { caller, capability_id: capabilityId, limit: NEAREST_IDS });
    const goal = capabilityId.split(/[._]/).join(' ');
    return refuse(
      'capability_not_found',
      `There is no ${capabilityId} in this workspace's catalog.`,
      { capability_id: capabilityId, nearest: ids },
      {
        control: 'tools_search',
        arguments: { goal },
        instruction: 'Search for the outcome instead of guessing an id.',
      },
    );
  }
}
