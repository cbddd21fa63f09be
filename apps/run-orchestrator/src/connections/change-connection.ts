import { Inject, Injectable } from '@nestjs/common';
import {
  connectionChanged,
  refuse,
  type Caller,
  type ConnectionView,
  type orchestratorApi,
  type Refusal,
  type ServiceRequest,
} from '@turnpike/contracts';
import { checkCredential, schemeOf, type Credential } from '@turnpike/domain-runs';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';
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

export const noConnection = (providerId: string): Refusal =>
  refuse(
    'not_found',
    `There is no connection to ${providerId} in this workspace.`,
    { provider_id: providerId },
    { control: 'integrations_list', arguments: {}, instruction: 'integrations_list names the providers of this workspace.' },
  );

function refuseCredential(credential: Credential): Refusal | null {
  const wrong = checkCredential(credential);
  if (wrong === null) return null;
  const issues = [{ pointer: `/credential/${wrong.field}`, keyword: 'format', message: wrong.reason }];
  const instruction = 'Give the credential exactly as the provider gave it out.';
  return refuse(
    'invalid_request',
    `The credential's ${wrong.field} ${wrong.reason}.`,
    { issues },
    { control: null, arguments: {}, instruction },
  );
}

/** A base is where paths are put behind: plain http or https, with nothing that would swallow them and no credential of its own. */
function refuseAddress(baseUrl: string): Refusal | null {
  const url = new URL(baseUrl);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(baseUrl);
  if (plain) return null;
  const issues = [{ pointer: '/base_url', keyword: 'format', message: 'must be http or https, without user, query or fragment' }];
  const instruction = 'Give the address alone; the credential goes into credential.';
  return refuse('invalid_request', 'This base_url is no plain address.', { issues }, { control: null, arguments: {}, instruction });
}

function noAddress(providerId: string): Refusal {
  const issues = [
    { pointer: '/base_url', keyword: 'required', message: 'no capability of this workspace names an address for this provider' },
  ];
  return refuse(
    'invalid_request',
    `Nothing in this workspace's catalog uses ${providerId}; give base_url to say where the credential may go.`,
    { issues },
    { control: null, arguments: {}, instruction: 'Give base_url, or enable a pack that uses the provider.' },
  );
}
