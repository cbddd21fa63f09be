import { refuse, type Refusal, type RunState } from '@turnpike/contracts';
import { readResult } from './read-result.js';

/** What came of an outward call, in the words of the egress client. */
export type CallOutcome =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly body: Uint8Array;
      readonly truncated: boolean;
    }
  | { readonly outcome: 'refused'; readonly reason: string; readonly detail: string }
  | { readonly outcome: 'not_sent'; readonly cause: string; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly cause: string; readonly detail: string };

/** How a run ends. */
export interface Ending {
  readonly state: Extract<RunState, 'succeeded' | 'failed' | 'unknown' | 'cancelled' | 'refused'>;
  readonly result: unknown;
  readonly truncated: boolean;
  readonly error: Refusal | null;
}

export interface CallSettled {
  readonly runId: string;
  readonly outcome: CallOutcome;
  /** The contract only reads: that it may have been called does not matter. */
  readonly readOnly: boolean;
  /** Somebody cancelled the run, and the call was cut off for it. */
  readonly cancelled: boolean;
  /** Takes the call's own credential out of a text. */
  readonly hide: (text: string) => string;
}

const MOST_EXCERPT = 2_000;
/** Control characters but tab and line feed, and those that turn the direction of text. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * How a run ends by what came of its call. Without an answer a read has failed; anything else may have happened at the provider, and is
 * said to be unknown rather than guessed.
 */
export function settleCall(settled: CallSettled): Ending {
  const { outcome, readOnly, cancelled } = settled;
  switch (outcome.outcome) {
    case 'answered':
      return settleAnswer(settled, outcome);
    case 'refused':
      return ending('failed', refusedCall(settled, outcome));
    case 'not_sent':
      return cancelled ? ending('cancelled', cutOff(settled)) : ending('failed', notSent(settled, outcome));
    case 'unknown':
      if (!readOnly) return ending('unknown', noAnswer(settled, outcome));
      return cancelled ? ending('cancelled', cutOff(settled)) : ending('failed', noAnswer(settled, outcome));
  }
}

const ending = (state: Ending['state'], error: Refusal): Ending => ({ state, result: null, truncated: false, error });

function settleAnswer(settled: CallSettled, answer: Extract<CallOutcome, { outcome: 'answered' }>): Ending {
  const { status, body, truncated } = answer;
  if (status >= 200 && status < 300)
    return { state: 'succeeded', result: readResult({ ...answer, hide: settled.hide }), truncated, error: null };
  const said = clean(settled.hide(Buffer.from(body).toString('utf8'))).slice(0, MOST_EXCERPT);
  const message = `The provider answered with status ${status}.`;
  return ending('failed', upstream(settled, 'upstream_failed', message, { status, said }, 'Read what it said in details.'));
}

const refusedCall = (settled: CallSettled, { reason, detail }: Extract<CallOutcome, { outcome: 'refused' }>): Refusal => {
  const instruction =
    reason === 'address_not_allowed'
      ? "The address is not one that runs of this workspace may reach; an owner can put it on the workspace's allow list (egress_set)."
      : 'The request breaks a rule of outbound calls; the same call will be refused again.';
  return upstream(settled, 'upstream_failed', `Nothing was sent: ${detail}`, { reason }, instruction);
};

const notSent = (settled: CallSettled, { cause, detail }: Extract<CallOutcome, { outcome: 'not_sent' }>): Refusal =>
  upstream(
    settled,
    isTimeout(cause) ? 'upstream_timeout' : 'upstream_failed',
    `Nothing reached the provider: ${detail}`,
    { cause },
    'Nothing happened there; the call can be made again.',
  );

const noAnswer = (settled: CallSettled, { cause, detail }: Extract<CallOutcome, { outcome: 'unknown' }>): Refusal =>
  upstream(
    settled,
    isTimeout(cause) ? 'upstream_timeout' : 'upstream_failed',
    `The provider gave no whole answer: ${detail}`,
    { cause },
    settled.readOnly ? 'Nothing was to change there; the call can be made again.' : 'Look at the provider before you issue another call.',
  );

const cutOff = (settled: CallSettled): Refusal =>
  upstream(
    settled,
    'run_cancelled',
    'The run was cancelled, and its call was cut off.',
    { state: 'cancelled' },
    'It changed nothing; issue another call if the work is still wanted.',
  );

const isTimeout = (cause: string): boolean => cause.endsWith('timeout');

function upstream(
  { runId, hide }: CallSettled,
  code: 'upstream_failed' | 'upstream_timeout' | 'run_cancelled',
  message: string,
  details: Record<string, string | number>,
  instruction: string,
): Refusal {
  const repair = { control: 'runs_get', arguments: { run_id: runId }, instruction };
  return refuse(code, clean(hide(message)).slice(0, MOST_EXCERPT), { ...details, run_id: runId }, repair);
}

const clean = (text: string): string => text.replace(CONTROL, '');
