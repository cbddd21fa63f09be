import { Injectable } from '@nestjs/common';
import { refuse, type Caller, type PackState, type Refusal } from '@turnpike/contracts';
import { checkPackState } from '@turnpike/domain-catalog';
import { canonicalJson, toTimestamp } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { contextOfCaller, packKey, tellPack, tellPartsChanged } from './pack-facts.js';
import { PackStore, type PackRow } from './pack.store.js';
import { refusePublisher } from './refuse-publisher.js';

export interface PackSummary {
  readonly pack_id: string;
  readonly title: string;
  readonly description: string;
  readonly contact: string | null;
  readonly state: PackState;
  readonly successor: string | null;
  readonly capabilities: number;
  readonly shared_with: 'all' | string[];
  readonly updated_at: string;
}

type Done<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; refusal: Refusal };
type Gate = Pick<PackRow, 'state' | 'successor' | 'shared_all' | 'shared_with'>;

/** State and sharing of an own pack: both move the gate, under the pack's fence. */
@Injectable()
export class ChangePack {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly packs: PackStore,
  ) {}

  setState(caller: Caller, input: { pack_id: string; state: PackState; successor?: string | undefined }): Promise<Done<PackSummary>> {
    const successor = input.successor ?? null;
    return this.change(
      caller,
      input.pack_id,
      (pack) => checkPackState(pack.state, input.state, successor) ?? { ...pack, state: input.state, successor },
    );
  }

  share(caller: Caller, input: { pack_id: string; with: 'all' | string[] }): Promise<Done<PackSummary>> {
    const all = input.with === 'all';
    return this.change(caller, input.pack_id, (pack) => ({
      ...pack,
      shared_all: all,
      shared_with: input.with === 'all' ? [] : [...new Set(input.with)].sort(),
    }));
  }

  /** An API key sees those that it may change. */
  async listOwned(caller: Caller): Promise<PackSummary[]> {
    const owned = await this.packs.owned(caller.workspace_id);
    return owned.filter(({ pack_id }) => !refusePublisher(caller, pack_id)).map((row) => toSummary(row, row.capabilities));
  }

  private change(caller: Caller, packId: string, decide: (pack: PackRow) => Gate | Refusal): Promise<Done<PackSummary>> {
    const owner = caller.workspace_id;
    const refusal = refusePublisher(caller, packId);
    if (refusal) return Promise.resolve({ outcome: 'refused', refusal });
    return this.db.tx(async (tx) => {
      await this.packs.takePublishingTurn(tx, owner, packId);
      const pack = await this.packs.find(tx, owner, packId);
      if (!pack) return { outcome: 'refused', refusal: noSuchPack(packId) };
      const decided = decide(pack);
      if ('code' in decided) return { outcome: 'refused', refusal: decided };
      const moved = isSameGate(pack, decided) ? pack : await this.move(tx, pack, decided, caller);
      const count = await tx.query<{ n: number }>(
        'select count(*) as n from capabilities where owner_workspace_id = $1 and pack_id = $2 and head is not null',
        [owner, packId],
      );
      return { outcome: 'done', value: toSummary(moved, count[0]?.n ?? 0) };
    });
  }

  private async move(tx: Transaction, pack: PackRow, to: Gate, caller: Caller): Promise<PackRow> {
    await this.packs.fencePack(tx, pack.owner_workspace_id, pack.pack_id);
    const moved = await this.packs.moveGate(tx, { ...pack, ...to });
    await this.tell(tx, pack, moved, caller);
    return moved;
  }

  private async tell(tx: Transaction, before: PackRow, after: PackRow, caller: Caller): Promise<void> {
    const context = contextOfCaller(caller);
    await tellPack(this.outbox, tx, after, context);
    const change = { part: 'pack' as const, key: packKey(after), from: String(before.gate), to: String(after.gate) };
    await tellPartsChanged(this.outbox, tx, await this.packs.enabledIn(tx, after.owner_workspace_id, after.pack_id), [change], context);
  }
}

/** Asked for what stands, nothing moves: no turn is retired for it. */
const isSameGate = (a: Gate, b: Gate): boolean => canonicalJson(gateOf(a)) === canonicalJson(gateOf(b));
const gateOf = ({ state, successor, shared_all, shared_with }: Gate) => ({ state, successor, shared_all, shared_with });

export const noSuchPack = (packId: string): Refusal =>
  refuse(
    'not_found',
    `There is no pack ${packId} here.`,
    { pack_id: packId },
    { control: null, arguments: {}, instruction: 'Name a pack of this workspace, or one that is shared with it.' },
  );

const toSummary = (pack: PackRow, capabilities: number): PackSummary => ({
  pack_id: pack.pack_id,
  title: pack.title,
  description: pack.description,
  contact: pack.contact,
  state: pack.state,
  successor: pack.successor,
  capabilities,
  shared_with: pack.shared_all ? 'all' : pack.shared_with,
  updated_at: toTimestamp(pack.updated_at.getTime()),
});
