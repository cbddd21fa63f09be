import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, refuse, type Caller, type ConnectionView, type Refusal } from '@turnpike/contracts';
import { freshUntil } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import type { Transaction } from '@turnpike/platform-persistence';
import { ChangeConnection } from '../connections/change-connection.js';
import { noConnection } from '../connections/connection-refusals.js';
import { ConnectionStore, toConnectionView, type ConnectionRow } from '../connections/connection.store.js';
import { EgressRules } from '../connections/egress-rules.js';
import { OpenCredential } from '../connections/open-credential.js';
import { OwnerActions } from '../connections/owner-action.js';
import { tokensOf, type StoredClient } from '../connections/stored-credential.js';
import { FetchTokens } from './fetch-tokens.js';
import { OAuthTokenStore } from './oauth-token.store.js';

interface Agreed {
  readonly provider_id: string;
  readonly state: string;
  readonly code: string;
}

/** Undoes the transaction and is answered. */
class NotAgreed extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** Takes the code that a person came back with, once, for the tokens of the connection that asked for it. */
@Injectable()
export class AuthorizeConnection {
  constructor(
    private readonly store: ConnectionStore,
    private readonly changing: ChangeConnection,
    private readonly owners: OwnerActions,
    private readonly opening: OpenCredential,
    private readonly rules: EgressRules,
    private readonly fetching: FetchTokens,
    private readonly tokens: OAuthTokenStore,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(
    caller: Caller,
    key: string | null,
    input: Agreed,
  ): Promise<{ outcome: 'done'; value: ConnectionView } | { outcome: 'refused'; refusal: Refusal }> {
    const allow = await this.rules.find(caller.workspace_id);
    try {
      return await this.owners.run({
        caller,
        key,
        action: 'connections_authorize',
        subject: input.provider_id,
        input,
        work: (tx) => this.exchange(tx, caller, input, allow),
      });
    } catch (error) {
      if (error instanceof NotAgreed) return { outcome: 'refused', refusal: error.refusal };
      throw error;
    }
  }

  private async exchange(tx: Transaction, caller: Caller, input: Agreed, allow: readonly string[]): Promise<ConnectionView> {
    await this.store.fence(tx, caller.workspace_id, input.provider_id);
    const row = await this.store.find(caller.workspace_id, input.provider_id, tx);
    const client = row?.sealed ? this.opening.stored(row) : null;
    if (!row || client?.type !== 'oauth2') throw new NotAgreed(noConnection(input.provider_id));
    const verifier = await this.verifierOf(tx, row, client, input.state);
    const grant = { grant_type: 'authorization_code', code: input.code, redirect_uri: client.redirect_uri ?? '', code_verifier: verifier };
    const answer = await this.fetching.run(client, grant, allow);
    if (answer.outcome !== 'tokens')
      throw new NotAgreed(notTaken(input.provider_id, answer.outcome === 'denied' ? answer.error : answer.reason));
    const now = this.clock.now();
    const { access, refresh, livesMs } = answer.tokens;
    await this.tokens.save(tx, tokensOf(row, client), { access, refresh }, freshUntil(now, livesMs));
    const connected = await this.store.save(tx, { ...row, state: 'connected', connected_at: new Date(now) });
    await this.changing.tell(tx, connected, caller);
    return toConnectionView(connected);
  }

  /** Of the asking that this answers: one that nobody else could have made up, and not of yesterday. */
  private async verifierOf(tx: Transaction, row: ConnectionRow, client: StoredClient, state: string): Promise<string> {
    const known = await this.tokens.find(tokensOf(row, client), tx);
    const asked = known && 'state' in known.kept ? known.kept : null;
    if (asked === null || asked.state !== state || asked.asked_at + LIMITS.authorizationMs < this.clock.now())
      throw new NotAgreed(notAsked(row.provider_id));
    return asked.verifier;
  }
}

const again = (id: string, instruction: string) => ({
  control: null,
  arguments: {},
  instruction: `${instruction} Create the connection to ${id} anew for a fresh address.`,
});

const notAsked = (id: string): Refusal =>
  refuse(
    'invalid_request',
    `Nobody was asked to agree with this state, or more than ${LIMITS.authorizationMs / 60_000} minutes ago.`,
    { issues: [{ pointer: '/state', keyword: 'state', message: 'is not that of an agreement under way' }] },
    again(id, 'Take state and code from the address that the provider led to.'),
  );

const notTaken = (id: string, reason: string): Refusal =>
  refuse(
    'upstream_failed',
    `The provider ${id} gave no token for this code (${reason}).`,
    { provider_id: id, reason },
    again(id, 'A code is good once and for a short time.'),
  );
