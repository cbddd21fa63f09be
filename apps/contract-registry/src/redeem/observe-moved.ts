import { Injectable } from '@nestjs/common';
import type { registryApi, ServiceRequest, ServiceResponse, VectorChange, MovedPart } from '@turnpike/contracts';
import { catalogChanged, type TurnOrigin } from '@turnpike/domain-catalog';
import { Outbox, type EventContext } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { contextOfCaller } from '../packs/pack-facts.js';
import { hearConnection, hearPrice } from '../projections/hear-change.js';

type Request = ServiceRequest<typeof registryApi.observe>;
type TurnRow = {
  goal: string | null;
  query_terms: string[] | null;
  pack_scope: string | null;
  minted_by: 'search' | 'get';
  change: VectorChange[] | null;
};

/** What another owner says has moved, with its value: kept if newer than what is known here, so that repeating it, late or twice, does no harm. */
@Injectable()
export class ObserveMoved {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  async run({
    caller,
    turn_id: turnId,
    capability_id: capabilityId,
    parts,
  }: Request): Promise<ServiceResponse<typeof registryApi.observe>> {
    return this.db.tx(async (tx) => {
      for (const part of parts) await this.keep(tx, part, contextOfCaller(caller));
      const [turn] = await tx.query<TurnRow>(
        `update turns set state = case when state = 'open' then 'retired' else state end, change = coalesce(change, $3)
         where turn_id = $1 and workspace_id = $2 and principal_id = $4 returning goal, query_terms, pack_scope, minted_by, change`,
        [
          turnId,
          caller.workspace_id,
          JSON.stringify(parts.map(({ part, key, from, to }) => ({ part, key, from, to }))),
          caller.principal_id,
        ],
      );
      const origin: TurnOrigin = turn
        ? { goal: turn.goal, queryTerms: turn.query_terms, packId: turn.pack_scope, mintedBy: turn.minted_by }
        : { goal: null, queryTerms: null, packId: null, mintedBy: 'get' };
      return {
        outcome: 'refused',
        refusal: catalogChanged(
          parts.map(({ part, key, from, to }) => ({ part, key, from, to })),
          origin,
          capabilityId,
        ),
      };
    });
  }

  private async keep(tx: Transaction, { part, key, to, value }: MovedPart, context: EventContext): Promise<void> {
    const version = Number(to);
    const at = key.indexOf('/');
    if (!value || !Number.isSafeInteger(version) || version <= 0 || at < 0) return;
    const [first, second] = [key.slice(0, at), key.slice(at + 1)];
    if (part === 'connection' && value.state !== undefined)
      await hearConnection(tx, this.outbox, { workspaceId: first, providerId: second, state: value.state, version }, context);
    if (part === 'price' && value.per_call_milli !== undefined)
      await hearPrice(tx, this.outbox, { owner: first, capabilityId: second, perCallMilli: value.per_call_milli, version }, context);
  }
}
