import { Injectable } from '@nestjs/common';
import { contractWithdrawn, refuse, type Caller, type Refusal } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { contextOfCaller, tellPartsChanged } from '../packs/pack-facts.js';
import { PackStore } from '../packs/pack.store.js';
import { refusePublisher } from '../packs/refuse-publisher.js';
import { ContractStore } from './contract.store.js';

type Done =
  { outcome: 'done'; value: { capability_id: string; version: number; withdrawn_at: string } } | { outcome: 'refused'; refusal: Refusal };
type VersionRow = { pack_id: string; head: number | null; digest: string; withdrawn_at: Date | null };

/** For security: nothing is redeemed, created or claimed on this version any more. The newest one withdrawn takes the capability out of the catalog. */
@Injectable()
export class WithdrawVersion {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly packs: PackStore,
    private readonly contracts: ContractStore,
  ) {}

  run(caller: Caller, input: { capability_id: string; version: number }): Promise<Done> {
    const owner = caller.workspace_id;
    const packId = input.capability_id.split('.')[0] ?? '';
    const refusal = refusePublisher(caller, packId);
    if (refusal) return Promise.resolve({ outcome: 'refused', refusal });
    return this.db.tx(async (tx) => {
      await this.packs.takePublishingTurn(tx, owner, packId);
      await this.contracts.fenceCapability(tx, owner, input.capability_id);
      const [row] = await tx.query<VersionRow>(
        `select c.pack_id, c.head, v.digest, v.withdrawn_at from contract_versions v join capabilities c using (owner_workspace_id, capability_id)
         where v.owner_workspace_id = $1 and v.capability_id = $2 and v.contract_version = $3`,
        [owner, input.capability_id, input.version],
      );
      if (!row) return { outcome: 'refused', refusal: noSuchVersion(input) };
      const at = row.withdrawn_at ?? (await this.withdraw(tx, caller, input, row));
      return {
        outcome: 'done',
        value: { capability_id: input.capability_id, version: input.version, withdrawn_at: toTimestamp(at.getTime()) },
      };
    });
  }

  private async withdraw(
    tx: Transaction,
    caller: Caller,
    { capability_id: id, version }: { capability_id: string; version: number },
    row: VersionRow,
  ): Promise<Date> {
    const owner = caller.workspace_id;
    const head = row.head === version ? null : row.head;
    const [marked] = await tx.query<{ withdrawn_at: Date }>(
      'update contract_versions set withdrawn_at = now() where owner_workspace_id = $1 and capability_id = $2 and contract_version = $3 returning withdrawn_at',
      [owner, id, version],
    );
    const told = await this.contracts.moveHeads(tx, owner, row.pack_id, [{ capabilityId: id, head, source: null }]);
    const context = contextOfCaller(caller);
    const fact = {
      owner_workspace_id: owner,
      pack_id: row.pack_id,
      capability_id: id,
      contract_version: version,
      digest: row.digest,
      head,
      version: told.get(id) ?? 0,
    };
    await this.outbox.append(tx, contractWithdrawn, `${owner}/${row.pack_id}`, fact, context);
    if (row.head === version) {
      const change = { part: 'contract' as const, key: `${owner}/${id}`, from: String(version), to: 'withdrawn' };
      await tellPartsChanged(this.outbox, tx, await this.packs.enabledIn(tx, owner, row.pack_id), [change], context);
    }
    if (!marked) throw new Error('the version is gone');
    return marked.withdrawn_at;
  }
}

const noSuchVersion = ({ capability_id, version }: { capability_id: string; version: number }): Refusal =>
  refuse(
    'not_found',
    `${capability_id} has no version ${version} in this workspace's packs.`,
    { capability_id, version },
    { control: null, arguments: {}, instruction: 'contracts_history lists the versions.' },
  );
