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

  async append(tx: Transaction, fact: AuditedFact): Promise<void> {
    const head = await this.store.lockHead(tx, fact.workspaceId);
    const entry = chainEntry(
      {
        workspace_id: fact.workspaceId,
        sequence: head.sequence + 1,
        at: fact.at,
        principal_id: fact.principalId,
        action: fact.action,
        subject: fact.subject,
        outcome: fact.outcome,
      },
      head.digest,
    );
    await this.store.append(tx, entry);
  }

  /** Takes the workspace's turn: owner actions of one workspace are done one after another, in the order of its chain. */
  async takeTurn(tx: Transaction, workspaceId: string): Promise<void> {
    await this.store.lockHead(tx, workspaceId);
  }
}
