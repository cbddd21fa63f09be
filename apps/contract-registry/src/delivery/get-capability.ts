import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type CreditClass, type PackState, type registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { turnFull } from '@turnpike/domain-catalog';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { ContractStore } from '../contracts/contract.store.js';
import { TURN_LIFE, TURN_LONGEST_LIFE } from '../turns/turn-life.js';
import { hashToken, newTurn } from '../turns/turn-token.js';
import { describeFor } from './describe-active.js';

type Request = ServiceRequest<typeof registryApi.get>;
type Response = ServiceResponse<typeof registryApi.get>;

type Answer =
  | { outcome: 'not_found' }
  | { outcome: 'full' }
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
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run({ caller, input }: Request): Promise<Response> {
    const turn = newTurn();
    const given = input.tool_turn_token;
    const [row] = await this.db.query<{ answer: Answer }>(GET, [
      caller.workspace_id,
      caller.principal_id,
      caller.credential_id,
      input.capability_id,
      caller.permissions,
      given === undefined ? null : hashToken(given),
      input.redeliver ?? false,
      turn.turnId,
      turn.hash,
      new Date(this.clock.now()),
      TURN_LIFE,
      TURN_LONGEST_LIFE,
      LIMITS.contractsPerTurn,
    ]);
    const answer = row?.answer;
    if (!answer || answer.outcome === 'not_found') return { outcome: 'not_found' };
    if (answer.outcome === 'full') return { outcome: 'refused', refusal: turnFull(input.capability_id, LIMITS.contractsPerTurn) };
    const contract = answer.already ? null : await this.contracts.body(answer.digest);
    const descriptor = contract && { ...describeFor(caller, { ...answer, head: answer.version }, contract), fetched: true as const };
    return {
      outcome: 'done',
      value: {
        capability_id: input.capability_id,
        already_fetched: answer.already,
        contract: descriptor,
        tool_turn_token: answer.minted || given === undefined ? turn.token : given,
        note: answer.note && NOTES[answer.note],
      },
      turn: { id: answer.turn_id, expires_at: toTimestamp(answer.expires_at) },
    };
  }
}
