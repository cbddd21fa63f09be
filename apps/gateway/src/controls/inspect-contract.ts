import { Injectable } from '@nestjs/common';
import type { Issue } from '@turnpike/contracts';
import { doneWith, type Outcome } from '../dispatch/outcome.js';
import type { DecidedRun } from './decided-run.js';

/** smoke_test: schema and policy as they stand. Writes nothing, contacts nobody, leaves no audit entry. */
@Injectable()
export class InspectContract {
  run({ input, redeemed, contract }: DecidedRun, issues: readonly Issue[]): Outcome {
    return doneWith(
      {
        kind: 'inspection',
        capability_id: input.capability_id,
        contract: redeemed.contract,
        input_valid: issues.length === 0,
        issues,
        readiness: redeemed.readiness,
        action_policy: contract.action_policy,
        policy_assumed: contract.policy_assumed,
        permission: contract.permission,
        scopes: contract.scopes,
        modes: contract.modes,
        cost: contract.cost,
        async: contract.async,
        provider: contract.provider,
      },
      { turn: redeemed.turn, contract: redeemed.contract, mode: 'smoke_test' },
    );
  }
}
