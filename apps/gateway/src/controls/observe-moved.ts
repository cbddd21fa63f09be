import { Injectable } from '@nestjs/common';
import type { Moved } from '@turnpike/contracts';
import { Clients } from '../clients.js';
import { refusedWith, type Outcome } from '../dispatch/outcome.js';
import type { DecidedRun } from './decided-run.js';

/** Hands what another owner says has moved to the registry in the same request, so that the repair repairs even with the bus down. */
@Injectable()
export class ObserveMoved {
  constructor(private readonly clients: Clients) {}

  async run({ call, input, redeemed }: DecidedRun, parts: Moved['parts']): Promise<Outcome> {
    const { caller, context } = call;
    const answer = await this.clients.registry.observe(context, {
      caller,
      turn_id: redeemed.turn.id,
      capability_id: input.capability_id,
      parts,
    });
    return refusedWith(answer.refusal, { mode: input.mode });
  }
}
