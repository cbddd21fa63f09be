import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { Heartbeat } from './access-facts/heartbeat.js';
import { RetellAccess } from './access-facts/retell-access.js';
import { AuditConsumer } from './audit/audit.consumer.js';
import { CredentialUse } from './decisions/credential-use.js';

/** What runs beside the requests: consumers, the retelling, the heartbeat, the notes of use. Begins and ends with the service. */
@Injectable()
export class Background implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly runtime: MessagingRuntime,
    private readonly audit: AuditConsumer,
    private readonly retelling: RetellAccess,
    private readonly heartbeat: Heartbeat,
    private readonly use: CredentialUse,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.runtime.consume(this.audit);
    this.runtime.ownRetelling(this.retelling);
    await this.runtime.start();
    this.heartbeat.start();
    this.use.start();
  }

  /** The heartbeat goes first: from now on gateways ask instead of trusting what they heard. */
  async onApplicationShutdown(): Promise<void> {
    this.heartbeat.stop();
    await this.use.stop();
    await this.runtime.stop();
  }
}
