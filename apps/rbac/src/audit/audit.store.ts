import { Injectable } from '@nestjs/common';
import { GENESIS_DIGEST, type ChainedEntry } from '@turnpike/domain-access';
import { Database, type Transaction } from '@turnpike/platform-persistence';

interface Head {
  readonly sequence: number;
  readonly digest: string;
}

const BEGIN = {
  name: 'rbac-audit-begin',
  text: 'insert into audit_heads (workspace_id, sequence, digest) values ($1, 0, $2) on conflict do nothing',
};
const HEAD = { name: 'rbac-audit-head', text: 'select sequence, digest from audit_heads where workspace_id = $1 for update' };
const APPEND = {
  name: 'rbac-audit-append',
  text: `with moved as (update audit_heads set sequence = $2, digest = $9 where workspace_id = $1)
    insert into audit_entries (workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest, digest)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const LIST = {
  name: 'rbac-audit-list',
  text: `select workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest, digest
    from audit_entries where workspace_id = $1 and ($2::int is null or sequence < $2) order by sequence desc limit $3`,
};

@Injectable()
export class AuditStore {
  constructor(private readonly database: Database) {}

  /** Locks the head of the chain until the transaction ends; begins the chain where there is none. */
  async lockHead(tx: Transaction, workspaceId: string): Promise<Head> {
    const [found] = await tx.query<Head & Record<string, unknown>>(HEAD, [workspaceId]);
    if (found) return found;
    await tx.query(BEGIN, [workspaceId, GENESIS_DIGEST]);
    const [begun] = await tx.query<Head & Record<string, unknown>>(HEAD, [workspaceId]);
    if (!begun) throw new Error(`the audit chain of ${workspaceId} has no head`);
    return begun;
  }

  async append(tx: Transaction, entry: ChainedEntry): Promise<void> {
    const { workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest, digest } = entry;
    await tx.query(APPEND, [workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest, digest]);
  }

  /** Newest first, below `before` where it is given. */
  list(workspaceId: string, before: number | null, limit: number): Promise<(ChainedEntry & Record<string, unknown>)[]> {
    return this.database.query(LIST, [workspaceId, before, limit]);
  }
}
