import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@turnpike/contracts';
import type { Credential } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { SecretBox } from '@turnpike/platform-secrets';
import { CurrentToken } from '../oauth/current-token.js';
import { OAuthTokenStore } from '../oauth/oauth-token.store.js';
import { ChangeConnection } from './change-connection.js';
import type { ConnectionRow } from './connection.store.js';
import { boundTo, tokensOf, type StoredCredential } from './stored-credential.js';

type Opened = { readonly credential: Credential } | { readonly refusal: Refusal };

/** The credential of a connection, ready to be put into a request; of OAuth the access token of now. */
@Injectable()
export class OpenCredential {
  constructor(
    private readonly secrets: SecretBox,
    private readonly current: CurrentToken,
    private readonly tokens: OAuthTokenStore,
    private readonly changing: ChangeConnection,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(row: ConnectionRow | null, allow: readonly string[]): Promise<Opened> {
    if (!row?.sealed) return { credential: { type: 'none' } };
    const stored = this.stored(row);
    if (stored.type !== 'oauth2') return { credential: stored };
    const answer = await this.current.run(tokensOf(row, stored), stored, allow);
    if (answer.outcome === 'current') return { credential: { type: 'bearer', token: answer.access } };
    if (answer.outcome === 'denied') await this.changing.noteHealth('system', row, false);
    return { refusal: answer.outcome === 'denied' ? denied(row, answer.error) : unreachable(row, answer.reason) };
  }

  /** The provider answered 401 to a call with it: the next call fetches another. */
  async distrust(row: ConnectionRow | null, credential: Credential): Promise<void> {
    if (!row?.sealed || credential.type !== 'bearer') return;
    const stored = this.stored(row);
    if (stored.type === 'oauth2') await this.tokens.distrust(tokensOf(row, stored), credential.token, this.clock.now());
  }

  stored(row: ConnectionRow): StoredCredential {
    return JSON.parse(this.secrets.open(row.sealed ?? '', boundTo(row.workspace_id, row.provider_id))) as StoredCredential;
  }
}

const denied = ({ provider_id: id }: ConnectionRow, error: string): Refusal =>
  refuse(
    'provider_not_connected',
    `The provider ${id} gives this workspace no token any more (${error}). Nothing was sent.`,
    { provider_id: id, error },
    {
      control: 'integrations_list',
      arguments: {},
      instruction: `Connect ${id} again ("turnpike connections create ${id}"), then search again.`,
    },
  );

const unreachable = ({ provider_id: id }: ConnectionRow, reason: string): Refusal =>
  refuse(
    'upstream_failed',
    `The token endpoint of ${id} did not give a token (${reason}). Nothing was sent to the provider.`,
    { provider_id: id, reason },
    { control: null, arguments: {}, instruction: 'Nothing was sent: the same call may be made again in a moment.' },
  );
