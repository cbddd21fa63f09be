import { Injectable } from '@nestjs/common';
import {
  contractPublished,
  contractWithdrawn,
  LIMITS,
  refuse,
  type Caller,
  type Contract,
  type Refusal,
  type VectorChange,
} from '@turnpike/contracts';
import { checkOffer, decidePublish, diffJson, type PublishChange } from '@turnpike/domain-catalog';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { vetSchemas } from '@turnpike/platform-schema';
import { enableWherePublished } from '../installs/enable-where-published.js';
import { contextOfCaller, tellPack, tellPartsChanged } from '../packs/pack-facts.js';
import { PackStore, type PackRow } from '../packs/pack.store.js';
import { TURN_LONGEST_LIFE } from '../turns/turn-life.js';
import { ContractStore } from './contract.store.js';

export interface PublishRequest {
  readonly caller: Caller;
  readonly pack: { readonly pack_id: string; readonly title: string; readonly description: string };
  readonly contracts: readonly Contract[];
  readonly complete: boolean;
  readonly plan: boolean;
  readonly sources: Readonly<Record<string, string>> | null;
}

const MOST_DIFFERENCES = 50;
const MOST_TURNS_COUNTED = 1_000;

/** Publishes into a pack of the caller's workspace, all or nothing. Content that did not change makes no version. */
@Injectable()
export class PublishContracts {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly packs: PackStore,
    private readonly contracts: ContractStore,
  ) {}

  async run(request: PublishRequest) {
    const refusal = refuseOffer(request) ?? (await this.refuseSchemas(request.contracts));
    if (refusal) return { outcome: 'refused' as const, refusal };
    return this.db.tx(async (tx) => {
      const owner = request.caller.workspace_id;
      await this.packs.takePublishingTurn(tx, owner, request.pack.pack_id);
      const pack = await this.packs.find(tx, owner, request.pack.pack_id);
      if (pack?.state === 'withdrawn') return { outcome: 'refused' as const, refusal: withdrawnPack(pack.pack_id) };
      const changes = decidePublish(await this.contracts.standing(tx, owner, request.pack.pack_id), request.contracts, request.complete);
      const value = await this.report(tx, request, changes);
      if (!request.plan) await this.write(tx, request, pack, changes);
      return { outcome: 'done' as const, value };
    });
  }

  private async write(tx: Transaction, request: PublishRequest, before: PackRow | null, changes: readonly PublishChange[]): Promise<void> {
    const {
      caller,
      pack: { pack_id: packId, title, description },
    } = request;
    const owner = caller.workspace_id;
    const context = contextOfCaller(caller);
    const moving = changes.filter(({ change }) => change !== 'unchanged');
    const renamed = !before || before.title !== title || before.description !== description;
    if (renamed) await tellPack(this.outbox, tx, await this.packs.save(tx, owner, packId, { title, description }), context);
    if (!before) await enableWherePublished(tx, this.outbox, { owner, packId }, context);
    if (moving.length === 0) return;
    await this.contracts.insertVersions(tx, owner, caller.principal_id, moving);
    await this.fence(tx, owner, packId, moving);
    const moves = moving.map(({ capabilityId, toVersion }) => ({
      capabilityId,
      head: toVersion,
      source: request.sources?.[capabilityId] ?? null,
    }));
    const versions = await this.contracts.moveHeads(tx, owner, packId, moves);
    await this.tell(tx, request, moving, versions);
  }

  /** One contract's publish fences that capability; any larger one fences the whole pack with a single lock. */
  private fence(tx: Transaction, owner: string, packId: string, moving: readonly PublishChange[]): Promise<void> {
    const [only] = moving;
    return moving.length === 1 && only
      ? this.contracts.fenceCapability(tx, owner, only.capabilityId)
      : this.packs.fencePack(tx, owner, packId);
  }

  private async tell(
    tx: Transaction,
    { caller, pack: { pack_id: packId } }: PublishRequest,
    moving: readonly PublishChange[],
    versions: ReadonlyMap<string, number>,
  ): Promise<void> {
    const owner = caller.workspace_id;
    const context = contextOfCaller(caller);
    const key = `${owner}/${packId}`;
    for (const { capabilityId, contract, toVersion, fromVersion, digest } of moving) {
      const base = { owner_workspace_id: owner, pack_id: packId, capability_id: capabilityId, version: versions.get(capabilityId) ?? 0 };
      if (contract && toVersion !== null && digest !== null)
        await this.outbox.append(tx, contractPublished, key, { ...base, contract_version: toVersion, digest, contract }, context);
      else
        await this.outbox.append(
          tx,
          contractWithdrawn,
          key,
          { ...base, contract_version: fromVersion ?? 0, digest: '', head: null },
          context,
        );
    }
    const parts = moving.flatMap(({ capabilityId, fromVersion, toVersion }): VectorChange[] =>
      fromVersion === null
        ? []
        : [
            {
              part: 'contract',
              key: `${owner}/${capabilityId}`,
              from: String(fromVersion),
              to: toVersion === null ? 'withdrawn' : String(toVersion),
            },
          ],
    );
    await tellPartsChanged(this.outbox, tx, await this.packs.enabledIn(tx, owner, packId), parts, context);
  }

  private async report(tx: Transaction, { caller, pack, plan }: PublishRequest, changes: readonly PublishChange[]) {
    const count = (kinds: string[]): number => changes.filter(({ change }) => kinds.includes(change)).length;
    const listed = [];
    for (const each of changes) listed.push({ ...toReported(each), differences: await this.differences(tx, caller.workspace_id, each) });
    const moved = changes.filter(({ change }) => change === 'changed' || change === 'removed').map(({ capabilityId }) => capabilityId);
    return {
      pack_id: pack.pack_id,
      plan,
      published: count(['added', 'changed']),
      unchanged: count(['unchanged']),
      removed: count(['removed']),
      changes: listed,
      turns_affected: await turnsHolding(tx, caller.workspace_id, moved),
    };
  }

  private async differences(tx: Transaction, owner: string, { change, capabilityId, fromVersion, contract }: PublishChange) {
    if (change !== 'changed' || fromVersion === null) return [];
    const [row] = await tx.query<{ body: Contract }>(
      'select body from contract_versions where owner_workspace_id = $1 and capability_id = $2 and contract_version = $3',
      [owner, capabilityId, fromVersion],
    );
    return diffJson(row?.body ?? null, contract, MOST_DIFFERENCES) as never[];
  }

  private async refuseSchemas(contracts: readonly Contract[]): Promise<Refusal | null> {
    const fresh = await this.contracts.unpublished(contracts);
    const schemas = fresh.flatMap((each) => [
      { capabilityId: each.capability_id, field: 'input_schema', schema: each.input_schema, validates: true },
      ...(each.output_schema
        ? [{ capabilityId: each.capability_id, field: 'output_schema', schema: each.output_schema, validates: false }]
        : []),
    ]);
    const vetted = await vetSchemas(schemas);
    if (vetted.ok) return null;
    const { capabilityId = '', field = '' } = schemas[vetted.index] ?? {};
    return broken(
      `${capabilityId}: ${field}${vetted.pointer}: ${vetted.reason}`,
      `/contracts/${capabilityId}/${field}${vetted.pointer}`,
      vetted.reason,
    );
  }
}

const toReported = ({ capabilityId, change, fromVersion, toVersion, digest }: PublishChange) => ({
  capability_id: capabilityId,
  change,
  from_version: fromVersion,
  to_version: toVersion,
  digest,
});

/** Open turns that hold one of these: exact up to the bound, so that a publish costs the same however many turns there are. */
async function turnsHolding(tx: Transaction, owner: string, capabilityIds: readonly string[]): Promise<number> {
  if (capabilityIds.length === 0) return 0;
  const [row] = await tx.query<{ n: number }>(
    `select count(distinct t.turn_id) as n
     from (select turn_id from turn_deliveries
           where owner_workspace_id = $1 and capability_id = any ($2) and delivered_at > now() - $3::interval limit $4) d
     join turns t using (turn_id) where t.state = 'open' and t.expires_at > now()`,
    [owner, capabilityIds, TURN_LONGEST_LIFE, MOST_TURNS_COUNTED],
  );
  return row?.n ?? 0;
}

function refuseOffer({ caller, pack, contracts }: PublishRequest): Refusal | null {
  if (caller.workspace_id !== 'ws_platform' && !caller.permissions.includes('packs.write'))
    return refuse('permission_denied', 'This needs the permission packs.write.', { permission: 'packs.write' });
  if (contracts.length > LIMITS.importOperations)
    return broken(`A publish takes ${LIMITS.importOperations} contracts.`, '/contracts', `has ${contracts.length} contracts`);
  const problem = checkOffer(pack.pack_id, contracts);
  return problem && broken(`${problem.capabilityId} ${problem.reason}.`, `/contracts/${problem.capabilityId}`, problem.reason);
}

const broken = (message: string, pointer: string, reason: string): Refusal =>
  refuse(
    'invalid_request',
    `Nothing was published: ${message}`,
    { issues: [{ pointer, keyword: 'contract', message: reason }] },
    { control: null, arguments: {}, instruction: 'Mend it at that place and publish again.' },
  );

const withdrawnPack = (packId: string): Refusal =>
  refuse(
    'conflict',
    `The pack ${packId} is withdrawn.`,
    { pack_id: packId },
    { control: null, arguments: {}, instruction: 'Publish into another pack.' },
  );
