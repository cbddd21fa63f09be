import { Inject, Injectable } from '@nestjs/common';
import {
  connectionChanged,
  type Caller,
  type ConnectionView,
  type orchestratorApi,
  type Refusal,
  type ServiceRequest,
} from '@turnpike/contracts';
import { schemeOf } from '@turnpike/domain-runs';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';
import { noAddress, noConnection, refuseAddress, refuseCredential, tooMany } from './connection-refusals.js';
import { ConnectionStore, toConnectionView, type ConnectionRow } from './connection.store.js';
import { OwnerActions } from './owner-action.js';

type CreateRequest = ServiceRequest<typeof orchestratorApi.createConnection>;
type Done = { outcome: 'done'; value: ConnectionView } | { outcome: 'refused'; refusal: Refusal };

/** What a sealed credential is bound to: copied to another row it does not open. */
export const boundTo = (workspaceId: string, providerId: string): string[] => ['connection', workspaceId, providerId];

/** Connects and disconnects a provider, under the connection's fence, and tells its new version. */
@Injectable()
export class ChangeConnection {
  constructor(
    private readonly db: Database,
    private readonly store: ConnectionStore,
    private readonly owners: OwnerActions,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async create({ caller, idempotency_key: key, input, origins: known }: CreateRequest): Promise<Done> {
    const { provider_id: providerId, credential, base_url: baseUrl = null, account = null } = input;
    const refusal = refuseCredential(credential) ?? (baseUrl === null ? null : refuseAddress(baseUrl));
    if (refusal) return { outcome: 'refused', refusal };
    const origins = baseUrl === null ? known : [new URL(baseUrl).origin];
    if (origins.length === 0) return { outcome: 'refused', refusal: noAddress(providerId) };
    if (await this.store.isFull(caller.workspace_id, providerId)) return { outcome: 'refused', refusal: tooMany() };
    return this.owners.run({
      caller,
      key,
      action: 'connections_create',
      subject: providerId,
      input,
      work: async (tx) => {
        await this.store.fence(tx, caller.workspace_id, providerId);
        const sealed = this.secrets.seal(JSON.stringify(credential), boundTo(caller.workspace_id, providerId));
        const row = await this.store.save(tx, {
          workspace_id: caller.workspace_id,
          provider_id: providerId,
          state: 'connected',
          scheme: schemeOf(credential),
          sealed,
          base_url: baseUrl,
          origins,
          account,
          connected_at: new Date(this.clock.now()),
        });
        await this.tell(tx, row, caller);
        return toConnectionView(row);
      },
    });
  }

  /** The ciphertext is destroyed with it. */
  async disconnect(caller: Caller, key: string | null, providerId: string): Promise<Done> {
    if (!(await this.store.find(caller.workspace_id, providerId))) return { outcome: 'refused', refusal: noConnection(providerId) };
    return this.owners.run({
      caller,
      key,
      action: 'connections_disconnect',
      subject: providerId,
      input: { providerId },
      work: async (tx) => {
        await this.store.fence(tx, caller.workspace_id, providerId);
        const row = await this.store.save(tx, {
          workspace_id: caller.workspace_id,
          provider_id: providerId,
          state: 'not_connected',
          scheme: null,
          sealed: null,
          base_url: null,
          origins: [],
          account: null,
          connected_at: null,
        });
        await this.tell(tx, row, caller);
        return toConnectionView(row);
      },
    });
  }

  /** What a test found: connected or failing, when that is news and the connection is still the one that was tested. */
  async noteHealth(caller: Caller, tested: ConnectionRow, healthy: boolean): Promise<void> {
    const state = healthy ? 'connected' : 'failing';
    if (tested.state === state) return;
    await this.db.tx(async (tx) => {
      await this.store.fence(tx, tested.workspace_id, tested.provider_id);
      const now = await this.store.find(tested.workspace_id, tested.provider_id, tx);
      if (now?.version !== tested.version) return;
      await this.tell(tx, await this.store.save(tx, { ...now, state }), caller);
    });
  }

  private tell(tx: Transaction, row: ConnectionRow, caller: Caller): Promise<void> {
    const context = { actor: caller.principal_id, workspace_id: caller.workspace_id, correlation_id: caller.request_id };
    return this.outbox.append(tx, connectionChanged, `${row.workspace_id}/${row.provider_id}`, connectionFact(row), context);
  }
}

export const connectionFact = (row: ConnectionRow) => ({
  workspace_id: row.workspace_id,
  provider_id: row.provider_id,
  state: row.state,
  account: row.account,
  connected_at: row.connected_at && toTimestamp(row.connected_at.getTime()),
  version: row.version,
});
