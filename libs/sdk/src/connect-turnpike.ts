import { callSafely } from './call-safely.js';
import { TurnpikeClient, type ClientOptions } from './client.js';
import type { Followed } from './event-stream.js';
import { followRun, type FollowOptions } from './follow-run.js';
import { DEFINITIONS, makeMethods, type CallName, type Input, type MethodOptions, type Methods, type Output } from './methods.js';
import { pages } from './pages.js';
import type { Answer, Answered } from './read-answer.js';
import { TransportFailure } from './transport-failure.js';

export interface TurnpikeOptions extends ClientOptions {
  /** Attempts in all of what is safe to repeat, 1 to 10; default 3. */
  readonly attempts?: number;
}

/** Calls that answer one page of a list. */
export type PagedName = { [N in CallName]: Output<N> extends { items: unknown[]; next_cursor: string | null } ? N : never }[CallName];

/**
 * A client with one method a control and operation. A method gives the envelope, told apart by `ok`; it throws a `TransportFailure` only
 * where no answer of Turnpike came. Live runs and owner actions get an idempotency key where the caller gives none, the same for every
 * attempt; only what is safe to repeat is sent again.
 */
export interface Turnpike extends Methods {
  readonly url: string;
  /** A call by name, with the HTTP status and whether the answer is a replay. */
  call<N extends CallName>(name: N, args: Input<N>, options?: MethodOptions): Promise<Answered<Output<N>>>;
  /** Every event of a run, once and in order, across cuts, until the run is over. */
  followRun(runId: string, options?: FollowOptions): AsyncGenerator<Followed>;
  /** The pages of a list, one answer each; a refusal is the last. */
  pages<N extends PagedName>(name: N, args: Omit<Input<N>, 'cursor'>, options?: MethodOptions): AsyncGenerator<Answer<Output<N>>>;
}

export function connectTurnpike(options: TurnpikeOptions): Turnpike {
  const client = new TurnpikeClient(options);
  const call = async (name: CallName, args: Record<string, unknown>, each: MethodOptions = {}): Promise<Answered<never>> => {
    const definition = DEFINITIONS.get(name);
    if (!definition) throw new TransportFailure({ kind: 'unsendable', url: client.url, why: `there is no control or operation ${name}` });
    return callSafely(client, definition, args, {
      ...(options.attempts !== undefined && { attempts: options.attempts }),
      ...each,
    }) as never;
  };
  const answer = async (name: CallName, args: Record<string, unknown>, each?: MethodOptions) => (await call(name, args, each)).envelope;
  return {
    ...makeMethods(answer),
    url: client.url,
    call: call as Turnpike['call'],
    followRun: (runId, follow = {}) => followRun(client, runId, follow),
    pages: (name, args, each) => pages(client.url, (cursor) => answer(name, { ...args, cursor }, each)),
  };
}
