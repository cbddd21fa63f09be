import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type Caller, type Descriptor, type registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { toCandidate } from '@turnpike/domain-catalog';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { ContractStore } from '../contracts/contract.store.js';
import { LimitTurns } from '../turns/limit-turns.js';
import { newTurn } from '../turns/turn-token.js';
import { ActiveStore, type ActiveRow } from './active.store.js';
import { describeFor, vectorOf } from './describe-active.js';

type Request = ServiceRequest<typeof registryApi.deliver>;
type Response = ServiceResponse<typeof registryApi.deliver>;

interface Found {
  readonly row: ActiveRow;
  readonly descriptor: Descriptor;
  readonly hit: Request['ranked'][number];
}

/** Mints the turn of a search and delivers the top ready contracts from the registry's own rows. */
@Injectable()
export class DeliverSearch {
  constructor(
    private readonly db: Database,
    private readonly active: ActiveStore,
    private readonly contracts: ContractStore,
    private readonly limit: LimitTurns,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run({ caller, origin, ranked, deliver }: Request): Promise<Response> {
    const found = await this.find(caller, ranked);
    const delivered = choose(found, Math.min(deliver, LIMITS.deliveredContracts));
    const turn = await this.mint(caller, origin, delivered);
    const fetched = new Set(delivered.map(({ descriptor }) => descriptor.capability_id));
    return {
      outcome: 'done',
      value: {
        candidates: found.map(({ descriptor, hit }) =>
          toCandidate(descriptor, { score: hit.score, matched: hit.matched }, fetched.has(descriptor.capability_id)),
        ),
        runnable_contracts: delivered.map(toDelivered),
        tool_turn_token: turn.token,
        turn: { id: turn.turnId, expires_at: toTimestamp(this.clock.now() + LIMITS.turnLifeMs) },
      },
    };
  }

  /** Ranked candidates that the registry still has, in their order; what the index knows and the registry does not is dropped. */
  private async find(caller: Caller, ranked: Request['ranked']): Promise<Found[]> {
    if (ranked.length === 0) return [];
    const rows = new Map(
      (
        await this.active.byIds(
          caller.workspace_id,
          ranked.map(({ capability_id }) => capability_id),
        )
      ).map((row) => [row.capability_id, row]),
    );
    const bodies = await this.contracts.bodiesOf([...rows.values()].map(({ digest }) => digest));
    const found: Found[] = [];
    for (const hit of ranked) {
      const row = rows.get(hit.capability_id);
      if (!row || row.owner_workspace_id !== hit.owner_workspace_id) continue;
      const contract = bodies.get(row.digest);
      if (contract) found.push({ row, descriptor: describeFor(caller, row, contract), hit });
    }
    return found;
  }

  private async mint(caller: Caller, origin: Request['origin'], delivered: readonly Found[]): Promise<{ turnId: string; token: string }> {
    const turn = newTurn();
    const deliveries = delivered.map(({ row }) => ({ ...pick(row), ...vectorOf(row, caller) }));
    await this.db.query(MINT, [
      turn.turnId,
      turn.hash,
      caller.workspace_id,
      caller.principal_id,
      caller.credential_id,
      origin.goal,
      origin.query_terms,
      origin.pack_id,
      new Date(this.clock.now() + LIMITS.turnLifeMs),
      new Date(this.clock.now() + LIMITS.turnLongestLifeMs),
      JSON.stringify(deliveries),
    ]);
    await this.limit.afterMint(caller);
    return turn;
  }
}

/** One statement: the turn and what it delivers. */
const MINT = {
  name: 'registry-mint',
  text: `with minted as (
           insert into turns (turn_id, token_hash, workspace_id, principal_id, credential_id, goal, query_terms, pack_scope, minted_by, expires_at, longest_until)
           values ($1, $2, $3, $4, $5, $6, $7, $8, 'search', $9, $10) returning turn_id)
         insert into turn_deliveries (turn_id, capability_id, owner_workspace_id, pack_id, contract_version, digest, permission, provider_id, cost_class,
                                      v_contract, v_pack, v_install, v_connection, v_price, v_permission)
         select m.turn_id, d->>'capability_id', d->>'owner_workspace_id', d->>'pack_id', (d->>'head')::int, d->>'digest', d->>'needs', d->>'provider_id', d->>'cost_class',
                d->>'contract', d->>'pack', d->>'install', d->>'connection', d->>'price', d->>'permission'
         from minted m, jsonb_array_elements($11::jsonb) d`,
};

const pick = ({ capability_id, owner_workspace_id, pack_id, head, digest, permission, provider_id, cost_class }: ActiveRow) => ({
  capability_id,
  owner_workspace_id,
  pack_id,
  head,
  digest,
  needs: permission,
  provider_id,
  cost_class,
});

const toDelivered = ({ descriptor }: Found) => ({ ...descriptor, fetched: true as const });

/** The best ready ones that fit into the answer; one that is too large stays a candidate, to be read by get. */
function choose(found: readonly Found[], most: number): Found[] {
  const chosen: Found[] = [];
  let bytes = 0;
  for (const each of found) {
    if (chosen.length === most) break;
    if (!each.descriptor.readiness.ready) continue;
    const size = Buffer.byteLength(JSON.stringify(toDelivered(each))) + 1;
    if (bytes + size > LIMITS.deliveredBytes) continue;
    bytes += size;
    chosen.push(each);
  }
  return chosen;
}
