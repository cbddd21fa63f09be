import { Injectable } from '@nestjs/common';
import { contractPublished, contractWithdrawn, type Caller, type VectorChange } from '@turnpike/contracts';
import { decidePublish, type PublishChange } from '@turnpike/domain-catalog';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { enableWherePublished } from '../installs/enable-where-published.js';
import { decidePack } from '../packs/decide-pack.js';
import { contextOfCaller, packKey, tellPack, tellPartsChanged } from '../packs/pack-facts.js';
import { PackStore, type PackRow } from '../packs/pack.store.js';
import { refusePublisher } from '../packs/refuse-publisher.js';
import { ContractStore } from './contract.store.js';
import { refuseOffer, refuseSchemas, refuseTexts, withdrawnPack } from './refuse-offer.js';
import type { PublishRequest } from './publish-request.js';
import { reportPublish, revisionOf, type Decided } from './report-publish.js';

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
    const refusal = refusePublisher(request.caller, request.pack.pack_id) ?? refuseOffer(request) ?? (await this.refuseContents(request));
    if (refusal) return { outcome: 'refused' as const, refusal };
    return this.db.tx(async (tx) => {
      const owner = request.caller.workspace_id;
      const packId = request.pack.pack_id;
      await this.packs.takePublishingTurn(tx, owner, packId);
      const pack = await this.packs.find(tx, owner, packId);
      if (pack?.state === 'withdrawn') return { outcome: 'refused' as const, refusal: withdrawnPack(pack.pack_id) };
      const move = decidePack(pack, request.pack);
      if ('code' in move) return { outcome: 'refused' as const, refusal: move };
      const standing = await this.contracts.standing(tx, owner, packId);
      const decided = { move, standing, changes: decidePublish(standing, request.contracts, request.complete) };
      const report = await reportPublish(tx, request, decided);
      if (!request.plan) await this.write(tx, request, pack, decided);
      return { outcome: 'done' as const, value: { ...report, revision: await revisionOf(tx, owner, packId) } };
    });
  }

  /** What was published before has been looked at. */
  private async refuseContents(request: PublishRequest) {
    const fresh = await this.contracts.unpublished(request.contracts);
    return (await refuseTexts(request, fresh)) ?? (await refuseSchemas(fresh));
  }

  private async write(tx: Transaction, request: PublishRequest, before: PackRow | null, { move, changes }: Decided): Promise<void> {
    const { caller, pack: offered, sources } = request;
    const owner = caller.workspace_id;
    const packId = offered.pack_id;
    const context = contextOfCaller(caller);
    const moving = changes.filter(({ change }) => change !== 'unchanged');
    const gates = before !== null && move.gate !== null;
    const said = move.texts ? await this.packs.save(tx, owner, packId, { ...move.texts, ...move.gate }) : before;
    if (!said) throw new Error('a new pack has texts');
    if (!before) await enableWherePublished(tx, this.outbox, { owner, packId }, context);
    await this.contracts.insertVersions(tx, owner, caller.principal_id, moving);
    await this.fence(tx, owner, packId, moving, gates);
    const after = gates && move.gate ? await this.packs.moveGate(tx, { ...said, ...move.gate }) : said;
    if (move.texts || gates) await tellPack(this.outbox, tx, after, context);
    if (gates) await this.tellGate(tx, caller, before, after);
    if (moving.length === 0) return;
    const moves = moving.map(({ capabilityId, toVersion }) => ({ capabilityId, head: toVersion, source: sources?.[capabilityId] ?? null }));
    await this.tell(tx, request, moving, await this.contracts.moveHeads(tx, owner, packId, moves));
  }

  /** One contract's publish fences that capability; a larger one, and a move of the pack's gate, the whole pack with a single lock. */
  private async fence(tx: Transaction, owner: string, packId: string, moving: readonly PublishChange[], gates: boolean): Promise<void> {
    const [only] = moving;
    if (gates || moving.length > 1) await this.packs.fencePack(tx, owner, packId);
    else if (only) await this.contracts.fenceCapability(tx, owner, only.capabilityId);
  }

  private async tellGate(tx: Transaction, caller: Caller, before: PackRow, after: PackRow): Promise<void> {
    const change = { part: 'pack' as const, key: packKey(after), from: String(before.gate), to: String(after.gate) };
    const enabled = await this.packs.enabledIn(tx, after.owner_workspace_id, after.pack_id);
    await tellPartsChanged(this.outbox, tx, enabled, [change], contextOfCaller(caller));
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
}
