import { Injectable } from '@nestjs/common';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, type Outcome } from '../dispatch/outcome.js';

/** Providers that the active catalog needs, each with the state of this workspace's connection. */
@Injectable()
export class ListIntegrations {
  constructor(private readonly clients: Clients) {}

  async run({ caller, context }: AdmittedCall): Promise<Outcome> {
    const [{ providers }, listed] = await Promise.all([
      this.clients.registry.providers(context, { caller }),
      this.clients.orchestrator.listConnections(context, { caller }),
    ]);
    const connections = new Map(listed.outcome === 'done' ? listed.value.connections.map((each) => [each.provider_id, each]) : []);
    const integrations = providers.map(({ provider_id, title, capabilities, sample }) => {
      const connection = connections.get(provider_id);
      const state = connection?.state ?? 'not_connected';
      return {
        provider_id,
        title,
        state,
        connected_at: connection?.connected_at ?? null,
        capabilities,
        waiting: state === 'connected' ? [] : sample,
      };
    });
    return doneWith({ integrations });
  }
}
