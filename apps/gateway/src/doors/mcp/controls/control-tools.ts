import { Inject, Injectable } from '@nestjs/common';
import { ServiceUnavailable } from '@turnpike/client';
import { CONTROLS, REFUSALS, refuse, whoami, type Authenticated, type CallDefinition } from '@turnpike/contracts';
import { PRODUCT_VERSION, type Clock } from '@turnpike/kernel';
import { Clients } from '../../../clients.js';
import type { AdmittedCall, IncomingCall, Waiting } from '../../../dispatch/call.js';
import { Dispatcher } from '../../../dispatch/dispatcher.js';
import { CLOCK } from '../../../tokens.js';
import { RPC, RpcError } from '../model/json-rpc.js';
import type { McpCaller, Refused, ToolCall, ToolResult, ToolSet } from '../model/tool-set.js';
import { CatalogChanges } from './catalog-changes.js';
import { ControlDescriptors } from './describe-controls.js';

const INSTRUCTIONS = `Turnpike runs a company's capabilities by their exact contracts.
Find what you need with tools_search (say the goal in plain words); it answers contracts that are ready to run and a tool_turn_token. Give that token, the capability_id and params that match the contract's input_schema to tools_run: first with mode dry_run, then with mode live and an idempotency_key of your making. A contract that was not delivered is read with tools_get. Never invent a capability_id, a token or an id.
A refusal says in error.repair which call comes next and with which arguments. After catalog_changed read the contract anew. A run that is not over is read with runs_get; a call whose answer got lost is repeated with the same idempotency_key.`;

const DEFINITIONS = new Map<string, CallDefinition>(CONTROLS.map((control) => [control.name, control]));

/** The controls as tools: every call goes the way of every other door's, and its envelope is the result. */
@Injectable()
export class ControlTools implements ToolSet {
  readonly server = { name: 'turnpike', title: 'Turnpike', version: PRODUCT_VERSION };
  readonly instructions = INSTRUCTIONS;
  private readonly descriptors = new ControlDescriptors();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clients: Clients,
    private readonly changes: CatalogChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async admit(caller: McpCaller): Promise<{ principalId: string; admitted: Authenticated } | { refused: Refused }> {
    const result = await orUnavailable(this.dispatcher.admit(this.incoming(whoami, {}, caller)));
    if ('admitted' in result) return { principalId: result.admitted.principal.principal_id, admitted: result.admitted.principal };
    const { refusal } = result;
    return { refused: { message: refusal.message, status: REFUSALS[refusal.code].http, body: refusal } };
  }

  async list(caller: McpCaller): Promise<string> {
    const result = await orUnavailable(this.dispatcher.admit(this.incoming(whoami, {}, caller)));
    return 'admitted' in result ? this.listFor(result.admitted) : this.descriptors.list([]);
  }

  async call({ name, args, caller, gone, onProgress }: ToolCall): Promise<ToolResult | null> {
    const definition = DEFINITIONS.get(name);
    if (!definition) return null;
    const waiting = listening(gone, onProgress);
    const { status, body } = await this.dispatcher.dispatch({
      ...this.incoming(definition, args, caller),
      authenticated: (caller.admitted ?? null) as Authenticated | null,
      waiting,
    });
    return { content: `[{"type":"text","text":${JSON.stringify(body)}}]`, structured: body, isError: status !== 200 };
  }

  async watch(caller: McpCaller, onChange: () => void): Promise<() => void> {
    const result = await orUnavailable(this.dispatcher.admit(this.incoming(whoami, {}, caller)));
    if ('refusal' in result) return () => undefined;
    const { workspace_id: workspaceId } = result.admitted.caller;
    return this.changes.watch({ workspaceId, list: `${workspaceId} ${caller.credential}`, read: () => this.list(caller), onChange });
  }

  /** Names the packs to whoever may read the catalog. */
  private async listFor({ caller, context }: AdmittedCall): Promise<string> {
    if (!caller.permissions.includes('catalog.read')) return this.descriptors.list([]);
    const { packs } = await orUnavailable(this.clients.registry.activePacks(context, { caller }));
    return this.descriptors.list(packs);
  }

  private incoming(
    definition: CallDefinition,
    args: Record<string, unknown>,
    { credential, workspaceId, requestId }: McpCaller,
  ): IncomingCall {
    const key = args['idempotency_key'];
    return {
      definition,
      args,
      credential,
      workspaceId,
      idempotencyKey: typeof key === 'string' ? key : null,
      requestId,
      startedAt: this.clock.now(),
    };
  }
}

/** A service that is down is no defect of ours: the caller may send the same again. */
function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof ServiceUnavailable)) throw error;
    const refusal = refuse('unavailable', `${error.service} cannot answer right now.`, { service: error.service, retry_after_s: 1 });
    throw new RpcError(RPC.refused, refusal.message, REFUSALS.unavailable.http, refusal);
  });
}

/** A wait that ends with its caller; one that asked for progress hears of the run's id before its work, then how it stands. */
function listening(gone: ToolCall['gone'], onProgress: ToolCall['onProgress']): Waiting {
  let progress = 0;
  return {
    isOver: () => gone().aborted,
    onRun: ({ run_id, state }) => onProgress?.({ progress: ++progress, message: `${run_id} is ${state}` }),
  };
}
