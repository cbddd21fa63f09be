import { Injectable } from '@nestjs/common';
import { billingActionTaken, dryRunPreviewed, OVER_STATES, ownerActionTaken, runMoved } from '@turnpike/contracts';
import { done, onMany, type Consumer, type ReceivedEvent, type Verdict } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AuditLog, type AuditedFact } from './audit-log.js';

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
    onMany(runMoved, (tx, events) => this.append(tx, events.filter(isBeginningOrEnd).map(factOfRun))),
    onMany(dryRunPreviewed, (tx, events) => this.append(tx, events.map(factOfPreview))),
    onMany(ownerActionTaken, (tx, events) => this.append(tx, events.map(factOfAction))),
    onMany(billingActionTaken, (tx, events) => this.append(tx, events.map(factOfAction))),
  ];

  constructor(private readonly log: AuditLog) {}

  private async append(tx: Transaction, facts: readonly AuditedFact[]): Promise<Verdict> {
    if (facts.length > 0) await this.log.appendAll(tx, facts);
    return done;
  }
}

const isBeginningOrEnd = ({ data }: ReceivedEvent<typeof runMoved>): boolean => data.sequence === FIRST || OVER_STATES.has(data.state);

function factOfRun({ data, envelope }: ReceivedEvent<typeof runMoved>): AuditedFact {
  const subject = `${data.run_id} ${data.capability_id}@${data.contract_version} ${data.digest}`;
  const outcome = data.error_code === null ? data.state : `${data.state}:${data.error_code}`;
  return { ...whoAndWhen(data, envelope.time), action: 'tools_run:live', subject, outcome };
}

function factOfPreview({ data, envelope }: ReceivedEvent<typeof dryRunPreviewed>): AuditedFact {
  const subject = `${data.turn_id} ${data.capability_id} ${data.digest}`;
  return { ...whoAndWhen(data, envelope.time), action: `tools_run:${data.mode}`, subject, outcome: 'previewed' };
}

const factOfAction = ({ data, envelope }: ActionTaken): AuditedFact => ({
  ...whoAndWhen(data, envelope.time),
  action: data.action,
  subject: data.subject,
  outcome: data.outcome,
});

const whoAndWhen = (
  data: { workspace_id: string; principal_id: string },
  at: string,
): Pick<AuditedFact, 'workspaceId' | 'principalId' | 'at'> => ({ workspaceId: data.workspace_id, principalId: data.principal_id, at });
