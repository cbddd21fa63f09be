import { Injectable } from '@nestjs/common';
import type { Caller } from '@turnpike/contracts';
import { LIMITS } from '@turnpike/contracts';
import type { Transaction } from '@turnpike/platform-persistence';

/** The person behind an owner action, as the database has them now. */
export interface Actor {
  readonly live: boolean;
  /** Roles held in the caller's workspace; none where the membership is not active. */
  readonly roles: readonly string[];
  /** Milliseconds since the epoch; null where there is no such session. */
  readonly signedInAt: number | null;
}

type ActorRow = { credential_live: boolean; roles: string[] | null; signed_in_at: Date | null };

@Injectable()
export class ActorStore {
  /** Under the shared locks of principal and session, so that a removal or sign-out that was acknowledged is seen. */
  async read(tx: Transaction, caller: Caller, now: number): Promise<Actor> {
    const [authorized] = await tx.query<ActorRow>(
      `select a.credential_live from authorize_principal($1, $2, $3, '{}', $4, make_interval(secs => $5)) a`,
      [caller.workspace_id, caller.principal_id, caller.credential_id, new Date(now), LIMITS.sessionIdleMs / 1000],
    );
    // A statement of its own: only now are the locks held.
    const [row] = await tx.query<ActorRow>(
      `select
         (select roles from memberships where workspace_id = $1 and principal_id = $2 and state = 'active') as roles,
         (select signed_in_at from sessions where session_id = $3 and user_id = $2) as signed_in_at`,
      [caller.workspace_id, caller.principal_id, caller.credential_id],
    );
    return {
      live: authorized?.credential_live === true,
      roles: row?.roles ?? [],
      signedInAt: row?.signed_in_at?.getTime() ?? null,
    };
  }
}
