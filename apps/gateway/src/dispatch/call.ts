import type { Authenticated, Caller, CallDefinition } from '@turnpike/contracts';
import type { CallContext } from '@turnpike/client';

/** Someone who stays on the line while a run is under way. */
export interface Waiting {
  /** Whether nobody waits any longer: it ends the wait, never the run. */
  isOver(): boolean;
  /** Told of the run before its work begins, and of its state while it lasts. */
  onRun(run: { readonly run_id: string; readonly state: string }): void;
}

/** One call as a door took it in, before anything was checked. */
export interface IncomingCall {
  readonly definition: CallDefinition;
  readonly args: Record<string, unknown>;
  readonly credential: string | null;
  /** Chooses among the workspaces of a signed-in user. */
  readonly workspaceId: string | null;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly waiting?: Waiting;
  /** Whom the door found behind the credential while it took in this same request. */
  readonly authenticated?: Authenticated | null;
}

/** A call whose caller is known and allowed, with arguments that match the definition. */
export interface AdmittedCall {
  readonly caller: Caller;
  readonly principal: Authenticated;
  readonly context: CallContext;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly waiting?: Waiting;
}
