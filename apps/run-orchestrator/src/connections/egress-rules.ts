import { Injectable } from '@nestjs/common';
import type { Caller, Refusal } from '@turnpike/contracts';
import { Database } from '@turnpike/platform-persistence';
import { OwnerActions } from './owner-action.js';

type Done = { outcome: 'done'; value: { allow: string[] } } | { outcome: 'refused'; refusal: Refusal };

/** Private destinations that a workspace's runs may reach, `host:port` each. */
@Injectable()
export class EgressRules {
  constructor(
    private readonly db: Database,
    private readonly owners: OwnerActions,
  ) {}

  async find(workspaceId: string): Promise<string[]> {
    const [row] = await this.db.query<{ allow: string[] }>(
      { name: 'orchestrator-egress', text: 'select allow from egress_rules where workspace_id = $1' },
      [workspaceId],
    );
    return row?.allow ?? [];
  }

  set(caller: Caller, key: string | null, allow: readonly string[]): Promise<Done> {
    const kept = [...new Set(allow)].sort();
    return this.owners.run({
      caller,
      key,
      action: 'egress_set',
      subject: kept.join(' '),
      input: kept,
      work: async (tx) => {
        await tx.query(
          'insert into egress_rules (workspace_id, allow) values ($1, $2) on conflict (workspace_id) do update set allow = excluded.allow',
          [caller.workspace_id, kept],
        );
        return { allow: kept };
      },
    });
  }
}
