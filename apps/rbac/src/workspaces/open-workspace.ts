import { Injectable } from '@nestjs/common';
import { newId } from '@turnpike/kernel';
import type { EventContext } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { WorkspacesStore } from './workspaces.store.js';

interface FirstMember {
  readonly userId: string;
  readonly name: string;
  /** False where the owner must still sign in by code. */
  readonly active: boolean;
}

/** Makes a workspace with its first owner, and tells both facts. */
@Injectable()
export class OpenWorkspace {
  constructor(
    private readonly workspaces: WorkspacesStore,
    private readonly memberships: MembershipsStore,
    private readonly facts: AccessFacts,
  ) {}

  async run(tx: Transaction, name: string, owner: FirstMember, now: number, context: EventContext): Promise<string> {
    const workspaceId = newId('ws');
    const version = await this.workspaces.add(tx, workspaceId, name, now);
    const whose = { ...context, workspace_id: workspaceId };
    await this.facts.workspaceCreated(tx, { workspaceId, name, version }, whose);
    const state = owner.active ? 'active' : 'invited';
    const member = { workspaceId, principalId: owner.userId, kind: 'user', name: owner.name, role: 'owner', state } as const;
    const memberVersion = await this.memberships.put(tx, member, now);
    if (owner.active) {
      const told = { workspaceId, principalId: owner.userId, active: true, roles: ['owner'], version: memberVersion };
      await this.facts.principalChanged(tx, told, whose);
    }
    return workspaceId;
  }
}
