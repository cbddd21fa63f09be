import { Injectable } from '@nestjs/common';
import { chainEntry } from '@turnpike/domain-access';
import type { Transaction } from '@turnpike/platform-persistence';
import { AuditStore } from './audit.store.js';

/** What happened, in the words of the chain; the sequence and the digests come from the head. */
export interface AuditedFact {
  readonly workspaceId: string;
  /** RFC 3339, when it happened. */
  readonly at: string;
  readonly principalId: string;
  readonly action: string;
  readonly subject: string;
  /** `done`, `refused:<code>`, or the state of a run. */
  readonly outcome: string;
}

/** The only writer of the audit chain. Must run in the transaction of what it records. */
@Injectable()
export class AuditLog {
  constructor(private readonly store: AuditStore) {}

  append(tx: Transaction, fact: AuditedFact): Promise<void> {
    return this.appendAll(tx, [fact]);
  }

  /** In their order, each to the chain of its workspace. */
  async appendAll(tx: Transaction, facts: readonly AuditedFact[]): Promise<void> {
    const heads = await this.store.lockHeads(tx, [...new Set(facts.map(({ workspaceId }) => workspaceId))]);
    const entries = facts.map(({ workspaceId, at, principalId, action, subject, outcome }) => {
      const head = heads.get(workspaceId);
      if (!head) throw new Error(`the audit chain of ${workspaceId} has no head`);
      const fact = { workspace_id: workspaceId, sequence: head.sequence + 1, at, principal_id: principalId, action, subject, outcome };
      const entry = chainEntry(fact, head.digest);
      heads.set(workspaceId, entry);
      return entry;
    });
    await this.store.append(tx, entries);
  }

  /** Takes the workspace's turn: owner actions of one workspace are done one after another, in the order of its chain. */
  async takeTurn(tx: Transaction, workspaceId: string): Promise<void> {
    await this.store.lockHeads(tx, [workspaceId]);
  }
}
