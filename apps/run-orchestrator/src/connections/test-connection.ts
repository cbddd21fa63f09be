import { Injectable } from '@nestjs/common';
import type { Caller, Refusal } from '@turnpike/contracts';
import { addCredential, hideSecret } from '@turnpike/domain-runs';
import { EgressClient, type EgressOutcome } from '@turnpike/platform-egress';
import { ChangeConnection } from './change-connection.js';
import { noConnection } from './connection-refusals.js';
import { ConnectionStore } from './connection.store.js';
import { EgressRules } from './egress-rules.js';
import { OpenCredential } from './open-credential.js';

type Tested = { provider_id: string; reachable: boolean; status: number | null; message: string };
type Done = { outcome: 'done'; value: Tested } | { outcome: 'refused'; refusal: Refusal };

const TEST_LIMITS = { totalMs: 15_000, responseBytes: 16 * 1024 };

/** One GET with the connection's credential, to the address it is bound to. Says what came, and makes the connection failing or connected. */
@Injectable()
export class TestConnection {
  constructor(
    private readonly store: ConnectionStore,
    private readonly changing: ChangeConnection,
    private readonly rules: EgressRules,
    private readonly egress: EgressClient,
    private readonly opening: OpenCredential,
  ) {}

  async run(caller: Caller, input: { provider_id: string; path?: string | undefined }): Promise<Done> {
    const row = await this.store.find(caller.workspace_id, input.provider_id);
    const base = row?.base_url ?? row?.origins[0];
    if (!row?.sealed || base === undefined) return { outcome: 'refused', refusal: noConnection(input.provider_id) };
    const allow = await this.rules.find(caller.workspace_id);
    const opened = await this.opening.run(row, allow);
    if ('refusal' in opened) return { outcome: 'refused', refusal: opened.refusal };
    const { credential } = opened;
    const request = addCredential(
      { method: 'GET', url: `${base.replace(/\/+$/, '')}${input.path ?? '/'}`, headers: [], body: null },
      credential,
    );
    const outcome = await this.egress.send({
      method: 'GET',
      url: request.url,
      headers: request.headers.map(({ name, value }) => [name, value] as const),
      allow,
      limits: TEST_LIMITS,
    });
    const { healthy, ...tested } = judge(outcome);
    await this.changing.noteHealth(caller.principal_id, row, healthy);
    const message = hideSecret(credential)(tested.message);
    return { outcome: 'done', value: { provider_id: input.provider_id, ...tested, message } };
  }
}

/** Any answer but "not with this credential" shows that the connection works: the path may well be one that is not there. */
function judge(outcome: EgressOutcome): { reachable: boolean; status: number | null; message: string; healthy: boolean } {
  if (outcome.outcome !== 'answered') return { reachable: false, status: null, message: outcome.detail, healthy: false };
  const { status } = outcome;
  const denied = status === 401 || status === 403;
  const message = denied ? 'The provider answers, and does not take this credential.' : `The provider answers with status ${status}.`;
  return { reachable: true, status, message, healthy: !denied };
}
