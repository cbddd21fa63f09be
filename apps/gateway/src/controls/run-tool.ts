import { Injectable } from '@nestjs/common';
import { LIMITS, mode as modeSchema, type Mode, type Refusal, type Repair } from '@turnpike/contracts';
import { admit } from '@turnpike/domain-admission';
import { compileValidator, validate } from '@turnpike/platform-schema';
import { ContractCache } from '../catalog/contract-cache.js';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { refusedWith, type Outcome } from '../dispatch/outcome.js';
import type { DecidedRun, RunInput } from './decided-run.js';
import { InspectContract } from './inspect-contract.js';
import { PreviewRun } from './preview-run.js';
import { RunLive } from './run-live.js';
import { modeRequired, paramsTooLarge } from './run-refusals.js';

/** tools_run: only on a contract delivered in the current turn, in a named mode. */
@Injectable()
export class RunTool {
  constructor(
    private readonly clients: Clients,
    private readonly contracts: ContractCache,
    private readonly inspection: InspectContract,
    private readonly preview: PreviewRun,
    private readonly live: RunLive,
  ) {}

  async run(call: AdmittedCall, given: RunInput): Promise<Outcome> {
    const input: RunInput = {
      ...given,
      ...(given.idempotency_key === undefined && call.idempotencyKey !== null && { idempotency_key: call.idempotencyKey }),
    };
    if (Buffer.byteLength(JSON.stringify(input.params)) > LIMITS.paramsBytes) return refusedWith(paramsTooLarge());
    if (input.mode === 'live' && input.idempotency_key !== undefined) {
      const earlier = await this.live.recall(call, input, input.idempotency_key);
      if (earlier) return earlier;
    }
    const { caller, context } = call;
    const asked = { caller, tool_turn_token: input.tool_turn_token, capability_id: input.capability_id };
    const redeemed = await (input.mode === 'live'
      ? this.clients.registry.redeem(context, asked)
      : this.clients.registry.inspect(context, asked));
    if (redeemed.outcome === 'refused') return refusedWith(redeemed.refusal);
    const contract = await this.contracts.find(context, caller.workspace_id, redeemed.contract.digest);
    return this.decide({ call, input, redeemed, contract });
  }

  /** For a call that names no mode, or brings no token: both have a refusal of their own, and the mode comes first. */
  refuseIncomplete(call: AdmittedCall, args: Record<string, unknown>): Promise<Outcome> | null {
    if (args['mode'] === undefined || args['mode'] === null) return this.refuseModeless(call, args).then((refusal) => refusedWith(refusal));
    const id = args['capability_id'];
    const hasToken = typeof args['tool_turn_token'] === 'string' && args['tool_turn_token'] !== '';
    return hasToken || typeof id !== 'string' ? null : this.refuseTokenless(call, id);
  }

  private async refuseTokenless({ caller, context }: AdmittedCall, capabilityId: string): Promise<Outcome> {
    const answer = await this.clients.registry.inspect(context, { caller, tool_turn_token: null, capability_id: capabilityId });
    if (answer.outcome !== 'refused') throw new Error('the registry redeemed a call without a token');
    return refusedWith(answer.refusal);
  }

  private async refuseModeless({ caller, context }: AdmittedCall, args: Record<string, unknown>): Promise<Refusal> {
    const { capability_id: id, tool_turn_token: token } = args;
    if (typeof id !== 'string' || typeof token !== 'string') return modeRequired(args, modeSchema.options);
    const inspected = await this.clients.registry.inspect(context, { caller, tool_turn_token: token, capability_id: id });
    if (inspected.outcome === 'refused') return modeRequired(args, modeSchema.options);
    const contract = await this.contracts.find(context, caller.workspace_id, inspected.contract.digest);
    return modeRequired(args, contract.modes);
  }

  private decide(run: DecidedRun): Promise<Outcome> | Outcome {
    const { call, input, redeemed, contract } = run;
    const issues = validate(compileValidator(redeemed.contract.digest, contract.input_schema), input.params);
    const refusal = admit({
      contract,
      mode: input.mode,
      scopes: call.caller.scopes,
      readiness: redeemed.readiness,
      issues,
      readAgain: readAgain(input),
      sameCall: (mode) => sameCall(input, mode),
    });
    const meta = { turn: redeemed.turn, contract: redeemed.contract, mode: input.mode };
    if (refusal) return refusedWith(refusal, meta);
    switch (input.mode) {
      case 'smoke_test':
        return this.inspection.run(run, issues);
      case 'dry_run':
        return this.preview.run(run);
      case 'live':
        return this.live.run(run);
    }
  }
}

const readAgain = (input: RunInput): Repair => ({
  control: 'tools_get',
  arguments: { capability_id: input.capability_id, tool_turn_token: input.tool_turn_token, redeliver: true },
  instruction: 'Read the contract again.',
});

const sameCall = (input: RunInput, mode: Mode): Repair => ({
  control: 'tools_run',
  arguments: { ...input, mode } as never,
  instruction: `Make the same call with mode ${mode}.`,
});
