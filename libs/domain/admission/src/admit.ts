import { refuse, type Contract, type Issue, type Mode, type Readiness, type Refusal, type Repair } from '@turnpike/contracts';
import { missingScopes } from './scopes.js';

/** Everything that decides, without I/O, whether a call may go on. */
export interface AdmissionInput {
  readonly contract: Contract;
  readonly mode: Mode;
  /** The API key's scopes; null for a session. */
  readonly scopes: readonly string[] | null;
  /** As it was delivered. */
  readonly readiness: Readiness;
  /** Ways in which `params` does not match the contract's input schema. */
  readonly issues: readonly Issue[];
  /** The get that delivers this contract's schema again in the same turn. */
  readonly readAgain: Repair;
  /** The same call, to be repeated in another mode. */
  readonly sameCall: (mode: Mode) => Repair;
}

/**
 * Decides a call on a delivered contract: mode, scopes, readiness, input, in this order. Null admits it. A smoke test is a static
 * inspection, so it asks for no readiness and no valid input: it reports both.
 */
export function admit(input: AdmissionInput): Refusal | null {
  return refuseMode(input) ?? refuseScopes(input) ?? (input.mode === 'smoke_test' ? null : (refuseUnready(input) ?? refuseParams(input)));
}

function refuseMode({ contract, mode, sameCall }: AdmissionInput): Refusal | null {
  if (contract.modes.includes(mode)) return null;
  const safest = contract.modes.includes('dry_run') ? 'dry_run' : (contract.modes[0] ?? 'dry_run');
  return refuse('mode_not_supported', `This contract does not allow ${mode}.`, { mode, allowed: contract.modes }, sameCall(safest));
}

function refuseScopes({ contract, scopes }: AdmissionInput): Refusal | null {
  const missing = missingScopes(scopes, contract.scopes);
  if (missing.length === 0) return null;
  return refuse(
    'scope_missing',
    `The API key lacks ${missing.join(', ')}.`,
    { missing, held: scopes === null ? [] : [...scopes] },
    { control: null, arguments: {}, instruction: `Use an API key that has ${missing.join(', ')}; an owner can create one.` },
  );
}

function refuseUnready({ readiness }: AdmissionInput): Refusal | null {
  const [reason] = readiness.reasons;
  if (readiness.ready || !reason) return null;
  return refuse(reason.code, reason.message, { reasons: readiness.reasons.map(({ code, message }) => ({ code, message })) }, reason.repair);
}

function refuseParams({ issues, readAgain }: AdmissionInput): Refusal | null {
  if (issues.length === 0) return null;
  const first = issues[0];
  return refuse(
    'invalid_request',
    `params do not match the published schema: ${first?.pointer || '/'} ${first?.message ?? ''}`.trim(),
    { issues: issues.map((each) => ({ ...each })) as never },
    { ...readAgain, instruction: 'Match the published schema: read it again, correct params, then call tools_run.' },
  );
}
