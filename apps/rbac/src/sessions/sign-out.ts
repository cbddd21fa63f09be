import { Inject, Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { EndSession } from './end-session.js';

/** Ends the session that makes the call. An API key has none: `ended` is false, and it stays as it is. */
@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly endSession: EndSession,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run({ caller }: ServiceRequest<typeof rbacApi.signOut>): Promise<ServiceResponse<typeof rbacApi.signOut>> {
    const context = { actor: caller.principal_id, correlation_id: caller.request_id };
    const ended = await this.database.tx((tx) =>
      this.endSession.run(tx, caller.credential_id, caller.principal_id, 'signed_out', this.clock.now(), context),
    );
    return { outcome: 'done', value: { ended } };
  }
}
