import type { Contract, registryApi, ServiceResponse, toolsRun } from '@turnpike/contracts';
import type { z } from 'zod';
import type { AdmittedCall } from '../dispatch/call.js';

export type RunInput = z.infer<typeof toolsRun.input>;
export type Redeemed = Extract<ServiceResponse<typeof registryApi.redeem>, { outcome: 'redeemed' }>;

/** A call on a delivered contract, after everything that needs no outside answer was decided. */
export interface DecidedRun {
  readonly call: AdmittedCall;
  readonly input: RunInput;
  readonly redeemed: Redeemed;
  readonly contract: Contract;
}
