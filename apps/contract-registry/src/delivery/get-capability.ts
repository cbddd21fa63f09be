import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type CreditClass, type PackState, type registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { turnFull } from '@turnpike/domain-catalog';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { ContractStore } from '../contracts/contract.store.js';
import { LimitTurns } from '../turns/limit-turns.js';
import { TURN_LIFE, TURN_LONGEST_LIFE } from '../turns/turn-life.js';
import { hashToken, newTurn } from '../turns/turn-token.js';
import { ActiveStore } from './active.store.js';
import { describeFor } from './describe-active.js';

type Request = ServiceRequest<typeof registryApi.get>;
type Response = ServiceResponse<typeof registryApi.get>;

type Answer =
  | { outcome: 'not_found' }
  | { outcome: 'full' }
  | { outcome: 'mint' }
  | {
      outcome: 'done';
      turn_id: string;
      expires_at: number;
      minted: boolean;
      note: 'unknown' | 'retired' | 'expired' | null;
      already: boolean;
      digest: string;
      version: number;
      scopes: string[];
      permission: string;
      provider_id: string | null;
      cost_class: CreditClass;
      pack_state: PackState;
      successor: string | null;
      connection_state: string | null;
      per_call_milli: number | null;
    };

/** One prepared call; see get.sql.ts for its plan. */
const GET = { name: 'registry-get', text: 'select get_capability($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer' };

const NOTES = {
  unknown: 'The given token is no tool turn of yours; a new turn was minted.',
  retired: 'The given turn was retired by a change of the catalog; a new turn was minted.',
  expired: 'The given turn is over; a new turn was minted.',
} as const;

/** Reads one exact contract into the given turn, or into a new one. */
@Injectable()
export class GetCapability {
  constructor(
    private readonly db: Database,
    private readonly contracts: ContractStore,
    private readonly active: ActiveStore,
    private readonly limit: LimitTurns,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(request: Request): Promise<Response> {
    const given = request.input.tool_turn_token;
    const hash = given === undefined ? null : hashToken(given);
    // A turn is made only where one is minted: with a token that is good, the usual case, that is never.
    const first = given === undefined ? null : await this.ask(request, hash, null);
    if (first && first.outcome !== 'mint') return this.toResponse(request, first, given ?? '');
    const turn = newTurn();
    const answer = await this.ask(request, hash, turn);
    if (answer.outcome === 'done') await this.limit.afterMint(request.caller);
    return this.toResponse(request, answer, turn.token);
  }

  private async ask({ caller, input }: Request, token: Buffer | null, turn: { turnId: string; hash: Buffer } | null): Promise<Answer> {
    const [row] = await this.db.query<{ answer: Answer }>(GET, [
      caller.workspace_id,
      caller.principal_id,
      caller.credential_id,
      input.capability_id,
      caller.permissions,
      token,
      input.redeliver ?? false,
      turn?.turnId ?? null,
      turn?.hash ?? null,
      new Date(this.clock.now()),
      TURN_LIFE,
      TURN_LONGEST_LIFE,
      LIMITS.contractsPerTurn,
    ]);
    return row?.answer ?? { outcome: 'not_found' };
  }

  private async toResponse({ caller, input }: Request, answer: Answer, token: string): Promise<Response> {
    if (answer.outcome === 'not_found') {
      const [packId = ''] = input.capability_id.split('.');
      return { outcome: 'not_found', pack: await this.active.fateOf(caller.workspace_id, packId) };
    }
    if (answer.outcome === 'full') return { outcome: 'refused', refusal: turnFull(input.capability_id, LIMITS.contractsPerTurn) };
    if (answer.outcome === 'mint') throw new Error('get_capability asked for a turn that it was given');
    const contract = answer.already ? null : await this.contracts.body(answer.digest);
    const descriptor = contract && { ...describeFor(caller, { ...answer, head: answer.version }, contract), fetched: true as const };
    return {
      outcome: 'done',
      value: {
        capability_id: input.capability_id,
        already_fetched: answer.already,
        contract: descriptor,
        tool_turn_token: token,
        note: answer.note && NOTES[answer.note],
      },
      turn: { id: answer.turn_id, expires_at: toTimestamp(answer.expires_at) },
    };
  }
}
