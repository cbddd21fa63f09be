import { Injectable } from '@nestjs/common';
import type { connectionsAuthorize, connectionsCreate } from '@turnpike/contracts';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import type { Handler } from '../dispatch/handler.js';
import { fromService, type Outcome } from '../dispatch/outcome.js';

/** Connections and the workspace's list of private destinations, both owned by the orchestrator. */
@Injectable()
export class AdministerConnections {
  constructor(private readonly clients: Clients) {}

  handlers(): Record<string, Handler> {
    const { orchestrator } = this.clients;
    return {
      connections_list: async ({ caller, context }) => fromService(await orchestrator.listConnections(context, { caller })),
      connections_create: (call, input) => this.create(call, input),
      connections_authorize: async ({ caller, context, idempotencyKey }, input: z.infer<typeof connectionsAuthorize.input>) =>
        fromService(await orchestrator.authorizeConnection(context, { caller, idempotency_key: idempotencyKey, input })),
      connections_test: async ({ caller, context }, input: { provider_id: string; path?: string }) =>
        fromService(await orchestrator.testConnection(context, { caller, input })),
      connections_disconnect: async ({ caller, context, idempotencyKey }, input: { provider_id: string; confirm?: true }) =>
        fromService(await orchestrator.disconnect(context, { caller, idempotency_key: idempotencyKey, input })),
      egress_list: async ({ caller, context }) => fromService(await orchestrator.listEgress(context, { caller })),
      egress_set: async ({ caller, context, idempotencyKey }, input: { allow: string[] }) =>
        fromService(await orchestrator.setEgress(context, { caller, idempotency_key: idempotencyKey, input })),
    };
  }

  /**
   * The credential is bound to where this provider's contracts call today: a pack that later claims the same provider with another
   * address gets nothing of it.
   */
  private async create(
    { caller, context, idempotencyKey }: AdmittedCall,
    input: z.infer<typeof connectionsCreate.input>,
  ): Promise<Outcome> {
    const { providers } = await this.clients.registry.providers(context, { caller });
    const origins = providers.find(({ provider_id }) => provider_id === input.provider_id)?.origins ?? [];
    return fromService(
      await this.clients.orchestrator.createConnection(context, { caller, idempotency_key: idempotencyKey, input, origins }),
    );
  }
}
