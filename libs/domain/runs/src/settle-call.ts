import { refuse, type Refusal, type RunState } from '@turnpike/contracts';

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

const MOST_EXCERPT = 2_000;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/**
 * How a run ends by what came of its call. Without an answer a read has failed; anything else may have happened at the provider, and is
 * said to be unknown rather than guessed.
 */
export function settleCall(runId: string, outcome: CallOutcome, harmlessToRepeat: boolean): Ending {
  switch (outcome.outcome) {
    case 'answered':
      return settleAnswer(runId, outcome);
    case 'refused':
      return failed(
        'failed',
        upstream(
          'upstream_failed',
          runId,
          `Nothing was sent: ${outcome.detail}`,
          { reason: outcome.reason },
          'The address is not one that runs of this workspace may reach; an owner can list it (egress_set).',
        ),
      );
    case 'not_sent':
      return failed(
        'failed',
        upstream(
          'upstream_failed',
          runId,
          `Nothing reached the provider: ${outcome.detail}`,
          { cause: outcome.cause },
          'Nothing happened there; the call can be made again.',
        ),
      );
    case 'unknown': {
      const code = /timeout/.test(outcome.cause) ? 'upstream_timeout' : 'upstream_failed';
      const said = upstream(
        code,
        runId,
        `The provider gave no whole answer: ${outcome.detail}`,
        { cause: outcome.cause },
        'Read the run before you issue another call.',
      );
      return failed(harmlessToRepeat ? 'failed' : 'unknown', said);
    }
  }
}

const failed = (state: Ending['state'], error: Refusal): Ending => ({ state, result: null, truncated: false, error });

function settleAnswer(runId: string, { status, contentType, body, truncated }: Extract<CallOutcome, { outcome: 'answered' }>): Ending {
  if (status >= 200 && status < 300) return { state: 'succeeded', result: readBody(contentType, body, truncated), truncated, error: null };
  const details = { status, said: clean(Buffer.from(body).toString('utf8')).slice(0, MOST_EXCERPT) };
  return failed(
    'failed',
    upstream('upstream_failed', runId, `The provider answered with status ${status}.`, details, 'Read what it said in details.'),
  );
}

function upstream(
  code: 'upstream_failed' | 'upstream_timeout',
  runId: string,
  message: string,
  details: Record<string, string | number>,
  instruction: string,
): Refusal {
  return refuse(code, message, { ...details, run_id: runId }, { control: 'runs_get', arguments: { run_id: runId }, instruction });
}

const clean = (text: string): string => text.replace(CONTROL, '');

/** JSON as it is; text as `{ text }`; anything else in base64. A cut body is given as the text that was kept. */
function readBody(contentType: string, body: Uint8Array, truncated: boolean): unknown {
  if (body.length === 0) return null;
  const text = Buffer.from(body).toString('utf8');
  if (/json/i.test(contentType) && !truncated) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return { text };
    }
  }
  return truncated || /^text\/|json|xml/i.test(contentType)
    ? { text }
    : { base64: Buffer.from(body).toString('base64'), content_type: contentType };
}
