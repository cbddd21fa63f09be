import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, refuse, type Operation, type Refusal } from '@turnpike/contracts';
import { ServiceUnavailable, type CallContext } from '@turnpike/client';
import type { Clock } from '@turnpike/kernel';
import type { Logger } from '@turnpike/platform-telemetry';
import { Authenticate, toCaller } from '../access/authenticate.js';
import { checkAuthority } from '../access/check-authority.js';
import { PermissionHolders } from '../access/permission-holders.js';
import { CLOCK, LOGGER } from '../tokens.js';
import { renderAnswer, type Answer } from './answer.js';
import type { AdmittedCall, IncomingCall } from './call.js';
import { checkInput } from './check-input.js';
import { Handlers } from './handlers.js';
import { refusedWith, type Outcome } from './outcome.js';

/** A call is given up when nobody waits for it any longer: the longest wait and a little. */
const DEADLINE_MS = LIMITS.waitMs + 20_000;

/** The one path of every call from every door: who calls, may they, do the arguments fit, do it, say it. */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly holders: PermissionHolders,
    private readonly handlers: Handlers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async dispatch(call: IncomingCall): Promise<Answer> {
    const { workspaceId, outcome } = await this.decide(call).catch((error: unknown) => ({
      workspaceId: null,
      outcome: this.failed(call, error),
    }));
    return renderAnswer(call, workspaceId, outcome, this.clock.now());
  }

  /** The caller of a call that streams its answer, or the refusal. */
  async admit(call: IncomingCall): Promise<{ admitted: AdmittedCall } | { refusal: Refusal }> {
    const context: CallContext = { request_id: call.requestId, deadline: call.startedAt + DEADLINE_MS };
    const authenticated = await this.authenticate.run(call, context);
    if ('refusal' in authenticated) return authenticated;
    const { principal } = authenticated;
    const refusal = checkAuthority(call, principal, (permission) => this.holders.of(permission), this.clock.now());
    if (refusal) return { refusal };
    return {
      admitted: {
        caller: toCaller(principal, call.requestId),
        principal,
        context,
        idempotencyKey: call.idempotencyKey,
        requestId: call.requestId,
        ...(call.waiting && { waiting: call.waiting }),
      },
    };
  }

  private async decide(call: IncomingCall): Promise<{ workspaceId: string | null; outcome: Outcome }> {
    const operation = 'anonymous' in call.definition ? (call.definition as Operation) : null;
    if (operation?.anonymous) return { workspaceId: null, outcome: await this.handleAnonymous(call) };
    const result = await this.admit(call);
    if ('refusal' in result) return { workspaceId: null, outcome: refusedWith(result.refusal) };
    const { admitted } = result;
    return { workspaceId: admitted.caller.workspace_id, outcome: await this.handle(call, admitted) };
  }

  private async handle(call: IncomingCall, admitted: AdmittedCall): Promise<Outcome> {
    const early = this.handlers.beforeInput(call, admitted);
    if (early) return early;
    const checked = checkInput(call.definition, call.args);
    if ('refusal' in checked) return refusedWith(checked.refusal);
    if ((call.idempotencyKey?.length ?? 0) > LIMITS.idempotencyKeyCharacters) return refusedWith(keyTooLong());
    const unconfirmed = refuseUnconfirmed(call);
    if (unconfirmed) return refusedWith(unconfirmed);
    return this.handlers.of(call.definition.name)(admitted, checked.args as never);
  }

  private async handleAnonymous(call: IncomingCall): Promise<Outcome> {
    const checked = checkInput(call.definition, call.args);
    if ('refusal' in checked) return refusedWith(checked.refusal);
    return this.handlers.ofAnonymous(call.definition.name)(
      { request_id: call.requestId, deadline: call.startedAt + DEADLINE_MS },
      checked.args as never,
    );
  }

  private failed(call: IncomingCall, error: unknown): Outcome {
    if (error instanceof ServiceUnavailable) {
      this.logger.warn({ err: error, request_id: call.requestId }, 'a service could not answer');
      return refusedWith(unavailable(call, error.service));
    }
    this.logger.error({ err: error, request_id: call.requestId, call: call.definition.name }, 'a call failed');
    return refusedWith(
      refuse('internal', 'Something is broken on our side. The request id names it in the logs.', { request_id: call.requestId }),
    );
  }
}

function unavailable(call: IncomingCall, service: string): Refusal {
  const args = { ...call.args } as never;
  const repair = {
    control: call.definition.name,
    arguments: args,
    instruction: 'Repeat the call, with the same idempotency key if it had one.',
  };
  return refuse('unavailable', `${service} cannot answer right now.`, { service, retry_after_s: 1 }, repair);
}

/** Never cut to size: two keys that begin alike would become the same key. */
function keyTooLong(): Refusal {
  const message = `An idempotency key may have ${LIMITS.idempotencyKeyCharacters} characters.`;
  const issues = [{ pointer: '/idempotency_key', keyword: 'maxLength', message }];
  return refuse(
    'invalid_request',
    message,
    { issues },
    { control: null, arguments: {}, instruction: 'Make a shorter key; a UUID will do.' },
  );
}

function refuseUnconfirmed(call: IncomingCall): Refusal | null {
  const operation = 'confirm' in call.definition ? (call.definition as Operation) : null;
  if (!operation?.confirm || call.args['confirm'] === true) return null;
  const repair = {
    control: operation.name,
    arguments: { ...call.args, confirm: true } as never,
    instruction: 'Repeat the call with confirm: true.',
  };
  return refuse('confirmation_required', `${operation.name} destroys; it must be confirmed.`, {}, repair);
}
