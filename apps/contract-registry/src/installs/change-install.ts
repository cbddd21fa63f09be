import { Injectable } from '@nestjs/common';
import { refuse, type Caller, type JsonObject, type Refusal } from '@turnpike/contracts';
import { mayUsePack } from '@turnpike/domain-catalog';
import { canonicalJson, toTimestamp } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { noSuchPack } from '../packs/change-pack.js';
import { contextOfCaller } from '../packs/pack-facts.js';
import { PackStore, type PackRow } from '../packs/pack.store.js';
import { tellInstall } from './install-facts.js';
import { InstallStore, type AvailableRow } from './install.store.js';

export interface InstallView {
  readonly pack_id: string;
  readonly owner_workspace_id: string;
  readonly enabled: boolean;
  readonly settings: JsonObject;
  readonly updated_at: string;
}

type Done = { outcome: 'done'; value: InstallView } | { outcome: 'refused'; refusal: Refusal };
interface EnableInput {
  readonly pack_id: string;
  readonly owner_workspace_id?: string | undefined;
  readonly settings?: JsonObject | undefined;
}

/** Enables and disables packs in the caller's workspace. A pack that may not be used cannot be told from one that does not exist. */
@Injectable()
export class ChangeInstall {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly packs: PackStore,
    private readonly installs: InstallStore,
  ) {}

  enable(caller: Caller, input: EnableInput): Promise<Done> {
    const workspaceId = caller.workspace_id;
    const owner = input.owner_workspace_id ?? workspaceId;
    return this.db.tx(async (tx) => {
      await this.installs.fence(tx, workspaceId, input.pack_id);
      const pack = await this.packs.find(tx, owner, input.pack_id);
      if (!pack || !mayUsePack(visibilityOf(pack), workspaceId)) return { outcome: 'refused', refusal: noSuchPack(input.pack_id) };
      const before = await this.installs.find(tx, workspaceId, input.pack_id);
      if (before?.enabled && before.owner_workspace_id !== owner) return { outcome: 'refused', refusal: otherOfThatName(input.pack_id) };
      const settings = input.settings ?? before?.settings ?? {};
      // Asked for what stands: nothing moves, so no turn is retired.
      if (before?.enabled && canonicalJson(before.settings) === canonicalJson(settings)) return { outcome: 'done', value: toView(before) };
      const after = await this.installs.save(tx, {
        workspace_id: workspaceId,
        pack_id: input.pack_id,
        owner_workspace_id: owner,
        enabled: true,
        settings,
      });
      await tellInstall(this.outbox, tx, before, after, contextOfCaller(caller));
      return { outcome: 'done', value: toView(after) };
    });
  }

  disable(caller: Caller, packId: string): Promise<Done> {
    const workspaceId = caller.workspace_id;
    return this.db.tx(async (tx) => {
      await this.installs.fence(tx, workspaceId, packId);
      const before = await this.installs.find(tx, workspaceId, packId);
      if (!before) return { outcome: 'refused', refusal: noSuchPack(packId) };
      if (!before.enabled) return { outcome: 'done', value: toView(before) };
      const after = await this.installs.save(tx, { ...before, enabled: false });
      await tellInstall(this.outbox, tx, before, after, contextOfCaller(caller));
      return { outcome: 'done', value: toView(after) };
    });
  }

  async list(caller: Caller): Promise<InstallView[]> {
    return (await this.installs.available(caller.workspace_id)).map(toView);
  }
}

const visibilityOf = (pack: PackRow) => ({
  ownerWorkspaceId: pack.owner_workspace_id,
  state: pack.state,
  sharedAll: pack.shared_all,
  sharedWith: pack.shared_with,
});

const toView = (row: AvailableRow): InstallView => ({
  pack_id: row.pack_id,
  owner_workspace_id: row.owner_workspace_id,
  enabled: row.enabled,
  settings: row.settings,
  updated_at: toTimestamp(row.updated_at.getTime()),
});

const otherOfThatName = (packId: string): Refusal =>
  refuse(
    'conflict',
    `Another pack named ${packId} is enabled in this workspace; only one of a name can be.`,
    { pack_id: packId },
    {
      control: null,
      arguments: {},
      instruction: `Disable it first (installs_disable ${packId}), then enable this one.`,
    },
  );
