import { Inject, Injectable } from '@nestjs/common';
import {
  LIMITS,
  type AdmissionClaims,
  type Caller,
  type CreditClass,
  type Refusal,
  type registryApi,
  type ServiceRequest,
  type ServiceResponse,
  type Vector,
  type VectorChange,
} from '@turnpike/contracts';
import { catalogChanged, notFetched, readinessOf, turnExpired, type TurnOrigin } from '@turnpike/domain-catalog';
import { newId, toTimestamp, type Clock } from '@turnpike/kernel';
import type { ServiceKeys } from '@turnpike/platform-http';
import { Database } from '@turnpike/platform-persistence';
import { signToken } from '@turnpike/platform-secrets';
import { ActiveStore } from '../delivery/active.store.js';
import { TURN_LIFE } from '../turns/turn-life.js';
import { hashToken } from '../turns/turn-token.js';

type Request = ServiceRequest<typeof registryApi.redeem>;
type Response = ServiceResponse<typeof registryApi.redeem>;

interface Redeemed {
  readonly outcome: 'redeemed';
  readonly turn_id: string;
  readonly expires_at: number;
  readonly version: number;
  readonly digest: string;
  readonly owner_workspace_id: string;
  readonly permission: string;
  readonly provider_id: string | null;
  readonly cost_class: CreditClass;
  readonly vector: Vector;
  readonly connection_state: string | null;
  readonly priced: boolean;
}

type Answer =
  | Redeemed
  | { readonly outcome: 'not_fetched' }
  | { readonly outcome: 'expired'; readonly origin: TurnOrigin }
  | { readonly outcome: 'changed'; readonly origin: TurnOrigin; readonly changes: VectorChange[] };

/** One prepared call of a VOLATILE function; see redeem.sql.ts for why it must be both. */
const REDEEM = { name: 'registry-redeem', text: 'select redeem($1, $2, $3, $4, $5, $6, $7, $8) as answer' };

/** Whom an admission is for. */
export const ADMISSION_AUDIENCE = 'orchestrator';

/** Takes a delivered contract to a run: compares what was delivered with what is, under the fence when it admits. */
@Injectable()
export class RedeemTurn {
  constructor(
    private readonly db: Database,
    private readonly active: ActiveStore,
    @Inject('KEYS') private readonly keys: ServiceKeys,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run({ caller, tool_turn_token: token, capability_id: capabilityId }: Request, live: boolean): Promise<Response> {
    if (token === null) return { outcome: 'refused', refusal: notFetched(capabilityId) };
    const now = this.clock.now();
    const [row] = await this.db.query<{ answer: Answer }>(REDEEM, [
      caller.workspace_id,
      caller.principal_id,
      hashToken(token),
      capabilityId,
      caller.permissions,
      new Date(now),
      TURN_LIFE,
      live,
    ]);
    const answer = row?.answer ?? { outcome: 'not_fetched' as const };
    switch (answer.outcome) {
      case 'not_fetched':
        return { outcome: 'refused', refusal: notFetched(capabilityId) };
      case 'expired':
        return { outcome: 'refused', refusal: turnExpired(answer.origin, capabilityId) };
      case 'changed':
        return { outcome: 'refused', refusal: await this.changed(caller, capabilityId, answer) };
      case 'redeemed':
        return this.admit(caller, capabilityId, answer, live ? now : null);
    }
  }

  /** Where the pack itself moved it may be deprecated or withdrawn: its successor is named. */
  private async changed(
    caller: Caller,
    capabilityId: string,
    { changes, origin }: Extract<Answer, { outcome: 'changed' }>,
  ): Promise<Refusal> {
    const [packId = ''] = capabilityId.split('.');
    const fate = changes.some(({ part }) => part === 'pack') ? await this.active.fateOf(caller.workspace_id, packId) : null;
    return catalogChanged(changes, origin, capabilityId, fate);
  }

  private admit(caller: Caller, capabilityId: string, answer: Redeemed, now: number | null): Response {
    return {
      outcome: 'redeemed',
      turn: { id: answer.turn_id, expires_at: toTimestamp(answer.expires_at) },
      contract: { capability_id: capabilityId, version: answer.version, digest: answer.digest },
      owner_workspace_id: answer.owner_workspace_id,
      vector: answer.vector,
      // Scopes are decided at the gateway, which has the contract.
      readiness: readinessOf({
        permission: answer.permission,
        permissionHeld: answer.vector.permission === 'held',
        missingScopes: [],
        providerId: answer.provider_id,
        connectionState: answer.connection_state,
        creditClass: answer.cost_class,
        priced: answer.priced,
      }),
      admission: now === null ? null : this.sign(caller, capabilityId, answer, now),
    };
  }

  private sign(caller: Caller, capabilityId: string, answer: Redeemed, now: number): string {
    const [key] = this.keys.admission;
    if (!key) throw new Error('there is no key for admissions');
    const claims: AdmissionClaims = {
      admission_id: newId('adm'),
      turn_id: answer.turn_id,
      workspace_id: caller.workspace_id,
      principal_id: caller.principal_id,
      credential_id: caller.credential_id,
      capability_id: capabilityId,
      owner_workspace_id: answer.owner_workspace_id,
      version: answer.version,
      digest: answer.digest,
      vector: answer.vector,
      issued_at: now,
      expires_at: now + LIMITS.admissionLifeMs,
    };
    return signToken(key, { ...claims, aud: ADMISSION_AUDIENCE, exp: claims.expires_at });
  }
}
