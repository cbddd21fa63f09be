import { Injectable } from '@nestjs/common';
import { GENESIS_DIGEST, type ChainedEntry } from '@turnpike/domain-access';
import { Database, type Transaction } from '@turnpike/platform-persistence';

interface Head {
  readonly sequence: number;
  readonly digest: string;
}

const BEGIN = {
  name: 'rbac-audit-begin',
  text: 'insert into audit_heads (workspace_id, sequence, digest) select unnest($1::text[]), 0, $2 on conflict do nothing',
};
/** Locked one after another in the order of their names, so that no two can wait for each other. */
const HEADS = {
  name: 'rbac-audit-heads',
  text: 'select workspace_id, sequence, digest from audit_heads where workspace_id = any($1::text[]) order by workspace_id for update',
};
const APPEND = {
  name: 'rbac-audit-append',
  text: `with entries as (select * from json_populate_recordset(null::audit_entries, $1)),
    moved as (update audit_heads h set sequence = last.sequence, digest = last.digest
      from (select distinct on (workspace_id) * from entries order by workspace_id, sequence desc) last where h.workspace_id = last.workspace_id)
    insert into audit_entries select * from entries`,
};
const LIST = {
  name: 'rbac-audit-list',
  text: `select workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest, digest
    from audit_entries where workspace_id = $1 and ($2::int is null or sequence < $2) order by sequence desc limit $3`,
};

@Injectable()
export class AuditStore {
  constructor(private readonly database: Database) {}

  /** Locks the heads of these chains until the transaction ends; begins a chain where there is none. */
  async lockHeads(tx: Transaction, workspaceIds: readonly string[]): Promise<Map<string, Head>> {
    const found = await this.heads(tx, workspaceIds);
    if (found.size === workspaceIds.length) return found;
    await tx.query(BEGIN, [workspaceIds, GENESIS_DIGEST]);
    return this.heads(tx, workspaceIds);
  }

  private async heads(tx: Transaction, workspaceIds: readonly string[]): Promise<Map<string, Head>> {
    const rows = await tx.query<Head & { workspace_id: string } & Record<string, unknown>>(HEADS, [workspaceIds]);
    return new Map(rows.map((row) => [row.workspace_id, row]));
  }

  /** Each follows the one of its workspace before it, the first the locked head. */
  async append(tx: Transaction, entries: readonly ChainedEntry[]): Promise<void> {
    await tx.query(APPEND, [JSON.stringify(entries)]);
  }

  /** Newest first, below `before` where it is given. */
  list(workspaceId: string, before: number | null, limit: number): Promise<(ChainedEntry & Record<string, unknown>)[]> {
    return this.database.query(LIST, [workspaceId, before, limit]);
  }
}
