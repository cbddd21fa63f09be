import { Injectable } from '@nestjs/common';
import { refuse, type Caller, type Contract, type ContractRef, type Refusal } from '@turnpike/contracts';
import { diffJson } from '@turnpike/domain-catalog';
import { toTimestamp } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { ContractStore } from './contract.store.js';

type VersionRow = {
  contract_version: number;
  digest: string;
  body: Contract;
  published_at: Date;
  published_by: string;
  withdrawn_at: Date | null;
};
const MOST_DIFFERENCES = 500;
const MOST_VERSIONS = 1_000;

/** Versions of a contract that the caller's workspace owns or uses. Another's cannot be told from one that does not exist. */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly db: Database,
    private readonly contracts: ContractStore,
  ) {}

  async history(caller: Caller, capabilityId: string) {
    const rows = await this.versions(caller, capabilityId);
    if (rows.length === 0) return { outcome: 'refused' as const, refusal: notFound(capabilityId) };
    const versions = rows.map((row) => ({
      ...refOf(capabilityId, row),
      published_at: toTimestamp(row.published_at.getTime()),
      published_by: row.published_by,
      withdrawn_at: row.withdrawn_at && toTimestamp(row.withdrawn_at.getTime()),
    }));
    return { outcome: 'done' as const, value: { versions } };
  }

  async diff(caller: Caller, input: { capability_id: string; from: number; to?: number | undefined }) {
    const rows = await this.versions(caller, input.capability_id);
    const from = rows.find(({ contract_version }) => contract_version === input.from);
    const to = input.to === undefined ? rows[0] : rows.find(({ contract_version }) => contract_version === input.to);
    if (!from || !to) return { outcome: 'refused' as const, refusal: notFound(input.capability_id) };
    const differences = diffJson(from.body, to.body, MOST_DIFFERENCES) as never[];
    return { outcome: 'done' as const, value: { from: refOf(input.capability_id, from), to: refOf(input.capability_id, to), differences } };
  }

  private async versions(caller: Caller, capabilityId: string): Promise<VersionRow[]> {
    const owner = await this.contracts.ownerFor(caller.workspace_id, capabilityId);
    if (owner === null) return [];
    return this.db.query<VersionRow>(
      `select contract_version, digest, body, published_at, published_by, withdrawn_at from contract_versions
       where owner_workspace_id = $1 and capability_id = $2 order by contract_version desc limit $3`,
      [owner, capabilityId, MOST_VERSIONS],
    );
  }
}

const refOf = (capabilityId: string, row: VersionRow): ContractRef => ({
  capability_id: capabilityId,
  version: row.contract_version,
  digest: row.digest,
});

const notFound = (capabilityId: string): Refusal =>
  refuse(
    'capability_not_found',
    `There is no such version of ${capabilityId} in this workspace's catalog.`,
    { capability_id: capabilityId },
    {
      control: 'tools_search',
      arguments: { goal: capabilityId.split(/[._]/).join(' ') },
      instruction: 'Search for the outcome instead of guessing an id.',
    },
  );
