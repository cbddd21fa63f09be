import { Injectable } from '@nestjs/common';
import { billingActionTaken, dryRunPreviewed, ownerActionTaken, runMoved, type RunState } from '@turnpike/contracts';
import { done, on, type Consumer, type ReceivedEvent, type Verdict } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AuditLog, type AuditedFact } from './audit-log.js';

const ENDED: readonly RunState[] = ['succeeded', 'failed', 'cancelled', 'refused', 'unknown'];
const FIRST = 1;
/** Facts in one transaction: enough that the chain's lock and the wait for the disk are shared by many. */
const TOGETHER = 64;

type ActionTaken = ReceivedEvent<typeof ownerActionTaken | typeof billingActionTaken>;

/**
 * Adds to the chain what others did: live runs (their beginning and their end), dry runs, owner actions outside rbac. A
 * smoke test tells no fact and so leaves no entry. Commutative: the chain is in the order of arrival, each entry says when.
 */
@Injectable()
export class AuditConsumer implements Consumer {
  readonly name = 'rbac.audit';
  readonly commutative = true;
  readonly together = TOGETHER;
  readonly subscriptions = [
    on(runMoved, (tx, event) => this.runMoved(tx, event)),
    on(dryRunPreviewed, (tx, event) => this.dryRun(tx, event)),
    on(ownerActionTaken, (tx, event) => this.ownerAction(tx, event)),
    on(billingActionTaken, (tx, event) => this.ownerAction(tx, event)),
  ];

  constructor(private readonly log: AuditLog) {}

  private async runMoved(tx: Transaction, { data, envelope }: ReceivedEvent<typeof runMoved>): Promise<Verdict> {
    if (data.sequence !== FIRST && !ENDED.includes(data.state)) return done;
    const subject = `${data.run_id} ${data.capability_id}@${data.contract_version} ${data.digest}`;
    const outcome = data.error_code === null ? data.state : `${data.state}:${data.error_code}`;
    return this.append(tx, { ...this.who(data, envelope.time), action: 'tools_run:live', subject, outcome });
  }

  private dryRun(tx: Transaction, { data, envelope }: ReceivedEvent<typeof dryRunPreviewed>): Promise<Verdict> {
    const subject = `${data.turn_id} ${data.capability_id} ${data.digest}`;
    return this.append(tx, { ...this.who(data, envelope.time), action: `tools_run:${data.mode}`, subject, outcome: 'previewed' });
  }

  private ownerAction(tx: Transaction, { data, envelope }: ActionTaken): Promise<Verdict> {
    const { action, subject, outcome } = data;
    return this.append(tx, { ...this.who(data, envelope.time), action, subject, outcome });
  }

  private who(data: { workspace_id: string; principal_id: string }, at: string): Pick<AuditedFact, 'workspaceId' | 'principalId' | 'at'> {
    return { workspaceId: data.workspace_id, principalId: data.principal_id, at };
  }

  private async append(tx: Transaction, fact: AuditedFact): Promise<Verdict> {
    await this.log.append(tx, fact);
    return done;
  }
}
