import { Injectable } from '@nestjs/common';
import { refuse, type Caller, type Refusal } from '@turnpike/contracts';
import { classifyAddress } from '@turnpike/platform-egress';
import { Database } from '@turnpike/platform-persistence';
import { OwnerActions } from './owner-action.js';

type Done = { outcome: 'done'; value: { allow: string[] } } | { outcome: 'refused'; refusal: Refusal };

const MOST_SUBJECT = 1_000;

/** Names under which clouds serve the machine's own credentials; the egress client refuses their addresses whatever is listed. */
const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

const isMetadata = (rule: string): boolean => {
  const host = rule.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return METADATA_NAMES.has(host) || classifyAddress(host) === 'metadata';
};

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

  async set(caller: Caller, key: string | null, allow: readonly string[]): Promise<Done> {
    const kept = [...new Set(allow)].sort();
    const shut = kept.filter(isMetadata);
    if (shut.length > 0) return { outcome: 'refused', refusal: neverListed(shut) };
    return this.owners.run({
      caller,
      key,
      action: 'egress_set',
      subject: kept.join(' ').slice(0, MOST_SUBJECT),
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

const neverListed = (rules: readonly string[]): Refusal =>
  refuse(
    'invalid_request',
    'Addresses of cloud metadata services can never be listed.',
    { issues: rules.map((rule) => ({ pointer: '/allow', keyword: 'metadata', message: `${rule} can never be listed` })) },
    { control: null, arguments: {}, instruction: 'Take them out of the list.' },
  );
