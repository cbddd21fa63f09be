import { Injectable } from '@nestjs/common';
import type { packsPublish } from '@turnpike/contracts';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { UntilIndexed } from './until-indexed.js';

/** packs_publish: contracts as they are. */
@Injectable()
export class PublishContracts {
  constructor(
    private readonly clients: Clients,
    private readonly indexed: UntilIndexed,
  ) {}

  async run(call: AdmittedCall, input: z.infer<typeof packsPublish.input>): Promise<Outcome> {
    const { pack, contracts, complete = false, plan = false } = input;
    const offer = { caller: call.caller, pack, contracts, complete, plan, sources: null };
    const published = await this.clients.registry.publish(call.context, offer);
    return published.outcome === 'refused' ? refusedWith(published.refusal) : doneWith(await this.indexed.add(call, published.value));
  }
}
