import type { JsonObject } from '@turnpike/contracts';
import { TransportFailure, type CallName, type Turnpike } from '@turnpike/sdk';
import { refuseHere, type AgentEnvelope } from './agent-answer.js';

/** Makes calls; a failure to reach Turnpike comes back as a refusal that a model can act upon. */
export class Sender {
  constructor(
    private readonly turnpike: Pick<Turnpike, 'call'>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async send(name: string, args: JsonObject, idempotencyKey?: string): Promise<AgentEnvelope> {
    const options = { ...(this.signal && { signal: this.signal }), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    try {
      return (await this.turnpike.call(name as CallName, args as never, options)).envelope as AgentEnvelope;
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      return noAnswer(name, args, error);
    }
  }
}

function noAnswer(name: string, args: JsonObject, failure: TransportFailure): AgentEnvelope {
  if (failure.kind === 'unsendable') {
    const instruction = `Match the published schema of ${name}.`;
    return refuseHere('invalid_request', failure.message, { control: null, arguments: {}, instruction });
  }
  const { tool_turn_token: _kept, redeliver: _own, ...same } = args;
  const { safe } = failure.repeat;
  const instruction = safe ? 'Make the very same call again; it is not done twice.' : 'Look what became of it before you call again.';
  return refuseHere('no_answer', failure.message, { control: safe ? name : null, arguments: safe ? same : {}, instruction });
}
