import { Injectable } from '@nestjs/common';
import { readTokenAnswer, tokenRequest, type OAuthClient, type TokenAnswer } from '@turnpike/domain-runs';
import { EgressClient } from '@turnpike/platform-egress';

/** Short: a run's claim, or a person, waits for it. */
const TOKEN_LIMITS = { totalMs: 8_000, connectMs: 4_000, headersMs: 8_000, responseBytes: 64 * 1024 };

/** One request to a token endpoint, through the egress guard. Never throws for what the provider does. */
@Injectable()
export class FetchTokens {
  constructor(private readonly egress: EgressClient) {}

  async run(client: OAuthClient, grant: Readonly<Record<string, string>>, allow: readonly string[]): Promise<TokenAnswer> {
    const { headers, body } = tokenRequest(client, grant);
    const outcome = await this.egress.send({ method: 'POST', url: client.token_url, headers, body, allow, limits: TOKEN_LIMITS });
    return outcome.outcome === 'answered'
      ? readTokenAnswer(outcome.status, Buffer.from(outcome.body).toString('utf8'))
      : { outcome: 'broken', reason: outcome.detail };
  }
}
