import { isUtf8 } from 'node:buffer';
import { Injectable } from '@nestjs/common';
import { dryRunPreviewed, type orchestratorApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { describeScheme, type OutgoingRequest } from '@turnpike/domain-runs';
import { contentDigest } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { ConnectionStore, type ConnectionRow } from '../connections/connection.store.js';
import { PrepareCall } from '../execution/prepare-call.js';

type Request = ServiceRequest<typeof orchestratorApi.preview>;
type Response = ServiceResponse<typeof orchestratorApi.preview>;

/** dry_run: the workspace's connection as it is, and exactly the request that would go out. Writes the audit's fact and nothing else. */
@Injectable()
export class PreviewRun {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly connections: ConnectionStore,
    private readonly prepare: PrepareCall,
  ) {}

  async run(request: Request): Promise<Response> {
    const { caller, contract, params } = request;
    const provider = contract.provider?.id ?? null;
    const connection = provider === null ? null : await this.connections.find(caller.workspace_id, provider);
    const current = provider === null ? 'none' : String(connection?.version ?? 0);
    if (current !== request.connection_vector) {
      return {
        outcome: 'moved',
        parts: [
          {
            part: 'connection',
            key: `${caller.workspace_id}/${provider ?? ''}`,
            from: request.connection_vector,
            to: current,
            value: { state: connection?.state ?? 'missing' },
          },
        ],
      };
    }
    const prepared = contract.executor.kind === 'http' ? this.prepare.run(contract, contract.executor, params, connection) : null;
    if (prepared && 'refusal' in prepared) return { outcome: 'refused', refusal: prepared.refusal };
    await this.tell(request);
    const preview = prepared && show(prepared.request, connection, prepared.executor.idempotency_header);
    return { outcome: 'previewed', request: preview, checks: checksOf(provider, connection) };
  }

  private tell({ caller, contract, turn_id: turnId }: Request): Promise<void> {
    const fact = {
      workspace_id: caller.workspace_id,
      principal_id: caller.principal_id,
      capability_id: contract.capability_id,
      digest: contentDigest(contract),
      turn_id: turnId,
      mode: 'dry_run' as const,
    };
    const context = { actor: caller.principal_id, workspace_id: caller.workspace_id, correlation_id: caller.request_id };
    return this.db.tx((tx) => this.outbox.append(tx, dryRunPreviewed, caller.workspace_id, fact, context));
  }
}

/** The request as it goes out; the credential by its scheme, the idempotency header by its source. */
function show(request: OutgoingRequest, connection: ConnectionRow | null, keyHeader: string | null) {
  const headers = [...request.headers, ...(keyHeader === null ? [] : [{ name: keyHeader, value: '(the id of the run)' }])];
  return {
    method: request.method,
    url: request.url,
    headers,
    ...shownBody(request.body),
    credential: connection?.scheme ? describeScheme(connection.scheme) : null,
  };
}

/** Bytes that are UTF-8 are shown as that text: a form with a text file in it can be read. */
function shownBody(body: OutgoingRequest['body']): { body: string | null; body_base64?: string } {
  if (body === null || typeof body === 'string') return { body };
  return isUtf8(body) ? { body: Buffer.from(body).toString('utf8') } : { body: null, body_base64: Buffer.from(body).toString('base64') };
}

const checksOf = (provider: string | null, connection: ConnectionRow | null) =>
  provider === null ? [] : [{ check: 'connection', ok: true, detail: { provider_id: provider, state: connection?.state ?? 'missing' } }];
