import { Injectable } from '@nestjs/common';
import { Clients } from '../clients.js';
import type { Handler } from '../dispatch/handler.js';
import { doneWith } from '../dispatch/outcome.js';

const DEFAULT_PACKS = 5;

/** packs_list and packs_route. */
@Injectable()
export class ReadCatalog {
  constructor(private readonly clients: Clients) {}

  handlers(): Record<string, Handler> {
    return {
      packs_list: async ({ caller, context }) => doneWith(await this.clients.registry.activePacks(context, { caller })),
      packs_route: async ({ caller, context }, input: { goal: string; limit?: number }) =>
        doneWith(await this.clients.index.route(context, { caller, goal: input.goal, limit: input.limit ?? DEFAULT_PACKS })),
    };
  }
}
