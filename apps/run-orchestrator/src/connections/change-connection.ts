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
import { newId, toTimestamp, type Clock } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';
import { noAddress, noConnection, refuseAddress, refuseClient, refuseCredential, tooMany } from './connection-refusals.js';
import { ConnectionStore, toConnectionView, type ConnectionRow } from './connection.store.js';
import { OAuthTokenStore } from '../oauth/oauth-token.store.js';
import { askToAgree } from '../oauth/ask-to-agree.js';
import { EgressRules } from './egress-rules.js';
import { boundTo, tokensOf, type StoredCredential } from './stored-credential.js';
import { OwnerActions } from './owner-action.js';

type CreateRequest = ServiceRequest<typeof orchestratorApi.createConnection>;
type Done = { outcome: 'done'; value: ConnectionView } | { outcome: 'refused'; refusal: Refusal };

/** Connects and disconnects a provider, under the connection's fence, and tells its new version. */
@Injectable()
export class ChangeConnection {
  constructor(
    private readonly db: Database,
    private readonly store: ConnectionStore,
    private readonly owners: OwnerActions,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly tokens: OAuthTokenStore,
    private readonly rules: EgressRules,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async create({ caller, idempotency_key: key, input, origins: known }: CreateRequest): Promise<Done> {
    const { provider_id: providerId, credential, base_url: baseUrl = null } = input;
    const wrong =
      credential.type === 'oauth2' ? refuseClient(credential, await this.rules.find(caller.workspace_id)) : refuseCredential(credential);
    const refusal = wrong ?? (baseUrl === null ? null : refuseAddress(baseUrl));
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
      work: (tx) => this.connect(tx, caller, input, origins),
    });
  }

  /** Where a person has to agree first it is not connected yet, and the answer says where they do. */
  private async connect(tx: Transaction, caller: Caller, input: CreateRequest['input'], origins: string[]): Promise<ConnectionView> {
    const { provider_id: providerId, credential, base_url: baseUrl = null, account = null } = input;
    await this.store.fence(tx, caller.workspace_id, providerId);
    const stored: StoredCredential = credential.type === 'oauth2' ? { ...credential, grant_id: newId('grant') } : credential;
    const agreed = stored.type !== 'oauth2' || stored.grant === 'client_credentials';
    const now = this.clock.now();
    const row = await this.store.save(tx, {
      workspace_id: caller.workspace_id,
      provider_id: providerId,
      state: agreed ? 'connected' : 'not_connected',
      scheme: stored.type === 'oauth2' ? { type: 'bearer' } : schemeOf(stored),
      sealed: this.secrets.seal(JSON.stringify(stored), boundTo(caller.workspace_id, providerId)),
      base_url: baseUrl,
      origins,
      account,
      connected_at: agreed ? new Date(now) : null,
    });
    await this.tokens.remove(tx, caller.workspace_id, providerId);
    await this.tell(tx, row, caller);
    if (agreed) return toConnectionView(row);
    const { url, kept } = askToAgree(stored, now);
    await this.tokens.save(tx, tokensOf(row, stored), kept, null);
    return { ...toConnectionView(row), authorize_url: url };
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
        await this.tokens.remove(tx, caller.workspace_id, providerId);
        await this.tell(tx, row, caller);
        return toConnectionView(row);
      },
    });
  }

  /** What a test found: connected or failing, when that is news and the connection is still the one that was tested. */
  async noteHealth(by: string, tested: ConnectionRow, healthy: boolean): Promise<void> {
    const state = healthy ? 'connected' : 'failing';
    if (tested.state === state) return;
    await this.db.tx(async (tx) => {
      await this.store.fence(tx, tested.workspace_id, tested.provider_id);
      const now = await this.store.find(tested.workspace_id, tested.provider_id, tx);
      if (now?.version !== tested.version) return;
      await this.tell(tx, await this.store.save(tx, { ...now, state }), { principal_id: by, request_id: newId('req') });
    });
  }

  /** Tells the connection's new version in the transaction that wrote it. `caller` is who is said to have done it. */
  tell(tx: Transaction, row: ConnectionRow, caller: Pick<Caller, 'principal_id' | 'request_id'>): Promise<void> {
    const context = { actor: caller.principal_id, workspace_id: row.workspace_id, correlation_id: caller.request_id };
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
