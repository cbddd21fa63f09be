import { Controller } from '@nestjs/common';
import { registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { Database } from '@turnpike/platform-persistence';
import { ActiveStore } from '../delivery/active.store.js';
import { ChangePack } from './change-pack.js';
import { refusePublisher } from './refuse-publisher.js';

type Answer<K extends keyof typeof registryApi> = Promise<ServiceResponse<(typeof registryApi)[K]>>;

@Controller()
export class PacksController {
  constructor(
    private readonly db: Database,
    private readonly packs: ChangePack,
    private readonly active: ActiveStore,
  ) {}

  @ServiceRoute(registryApi.listOwnedPacks)
  async listOwned(
    @ServiceBody(registryApi.listOwnedPacks) { caller }: ServiceRequest<typeof registryApi.listOwnedPacks>,
  ): Answer<'listOwnedPacks'> {
    return { outcome: 'done', value: { packs: await this.packs.listOwned(caller) } };
  }

  @ServiceRoute(registryApi.setPackState)
  setState(
    @ServiceBody(registryApi.setPackState) { caller, input }: ServiceRequest<typeof registryApi.setPackState>,
  ): Answer<'setPackState'> {
    return this.packs.setState(caller, input);
  }

  @ServiceRoute(registryApi.sharePack)
  share(@ServiceBody(registryApi.sharePack) { caller, input }: ServiceRequest<typeof registryApi.sharePack>): Answer<'sharePack'> {
    return this.packs.share(caller, input);
  }

  @ServiceRoute(registryApi.activePacks)
  async activePacks(
    @ServiceBody(registryApi.activePacks) { caller }: ServiceRequest<typeof registryApi.activePacks>,
  ): Answer<'activePacks'> {
    return { packs: await this.active.packs(caller.workspace_id, caller.permissions, caller.scopes) };
  }

  @ServiceRoute(registryApi.providers)
  async providers(@ServiceBody(registryApi.providers) { caller }: ServiceRequest<typeof registryApi.providers>): Answer<'providers'> {
    return { providers: await this.active.providers(caller.workspace_id) };
  }

  @ServiceRoute(registryApi.addresses)
  async addresses(
    @ServiceBody(registryApi.addresses) { caller, pack_id: packId }: ServiceRequest<typeof registryApi.addresses>,
  ): Answer<'addresses'> {
    return { addresses: await this.active.addresses(caller.workspace_id, packId) };
  }

  @ServiceRoute(registryApi.importedIds)
  async importedIds(
    @ServiceBody(registryApi.importedIds) { caller, pack_id: packId }: ServiceRequest<typeof registryApi.importedIds>,
  ): Answer<'importedIds'> {
    if (refusePublisher(caller, packId)) return { ids: {} };
    const rows = await this.db.query<{ source_operation: string; capability_id: string }>(
      'select source_operation, capability_id from capabilities where owner_workspace_id = $1 and pack_id = $2 and source_operation is not null limit 20000',
      [caller.workspace_id, packId],
    );
    return { ids: Object.fromEntries(rows.map((row) => [row.source_operation, row.capability_id])) };
  }
}
