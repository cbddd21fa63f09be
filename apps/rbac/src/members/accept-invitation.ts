import { Injectable } from '@nestjs/common';
import { newId, toTimestamp } from '@turnpike/kernel';
import type { Transaction } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { AuditLog } from '../audit/audit-log.js';
import { MembershipsStore } from './memberships.store.js';

/** Makes an invited member an active one: from now on the roles count. Does nothing for one who is active or was removed. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly memberships: MembershipsStore,
    private readonly facts: AccessFacts,
    private readonly audit: AuditLog,
  ) {}

  /** The caller has the workspace's turn. */
  async run(tx: Transaction, workspaceId: string, userId: string, now: number): Promise<void> {
    await this.memberships.lock(tx, workspaceId, userId);
    const member = await this.memberships.find(tx, workspaceId, userId);
    if (member?.state !== 'invited') return;
    const version = await this.memberships.setState(tx, workspaceId, userId, 'active');
    const context = { actor: userId, workspace_id: workspaceId, correlation_id: newId('req') };
    await this.facts.principalChanged(tx, { workspaceId, principalId: userId, active: true, roles: member.roles, version }, context);
    const subject = `${userId} ${member.roles.join(' ')}`;
    await this.audit.append(tx, {
      workspaceId,
      at: toTimestamp(now),
      principalId: userId,
      action: 'members_accept',
      subject,
      outcome: 'done',
    });
  }
}
