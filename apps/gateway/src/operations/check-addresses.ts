import { Injectable } from '@nestjs/common';
import { LIMITS } from '@turnpike/contracts';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, type Outcome } from '../dispatch/outcome.js';

/** Which addresses the active catalog calls (the registry knows), where connections move them, and whether they answer (the orchestrator asks). */
@Injectable()
export class CheckAddresses {
  constructor(private readonly clients: Clients) {}

  async run({ caller, context }: AdmittedCall, input: { pack_id?: string }): Promise<Outcome> {
    const [{ addresses }, listed] = await Promise.all([
      this.clients.registry.addresses(context, { caller, pack_id: input.pack_id ?? null }),
      this.clients.orchestrator.listConnections(context, { caller }),
    ]);
    const bases = new Map(listed.outcome === 'done' ? listed.value.connections.map((each) => [each.provider_id, each.base_url]) : []);
    const looked = addresses.slice(0, LIMITS.addressesChecked).map(({ origin, ...rest }) => {
      const base = rest.provider_id === null ? null : bases.get(rest.provider_id);
      return { address: base ? new URL(base).origin : origin, ...rest };
    });
    const { answers } = await this.clients.orchestrator.reach(context, { caller, origins: looked.map(({ address }) => address) });
    return doneWith({
      addresses: looked.flatMap((address, at) => (answers[at] ? [{ ...address, ...answers[at] }] : [])),
      left_out: addresses.length - looked.length,
    });
  }
}
