import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@turnpike/kernel';
import { EgressClient } from '@turnpike/platform-egress';
import type { Logger } from '@turnpike/platform-telemetry';
import { AccessCache } from './access/access-cache.js';
import { Authenticate } from './access/authenticate.js';
import { PermissionHolders } from './access/permission-holders.js';
import { ContractCache } from './catalog/contract-cache.js';
import { Clients } from './clients.js';
import { GetTool } from './controls/get-tool.js';
import { InspectContract } from './controls/inspect-contract.js';
import { ListIntegrations } from './controls/list-integrations.js';
import { ObserveMoved } from './controls/observe-moved.js';
import { PreviewRun } from './controls/preview-run.js';
import { ReadCatalog } from './controls/read-catalog.js';
import { ReadRuns } from './controls/read-runs.js';
import { RunLive } from './controls/run-live.js';
import { RunTool } from './controls/run-tool.js';
import { SearchTools } from './controls/search-tools.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Handlers } from './dispatch/handlers.js';
import { CatalogChanges } from './doors/mcp/controls/catalog-changes.js';
import { ControlTools } from './doors/mcp/controls/control-tools.js';
import { OpenStreams } from './doors/open-streams.js';
import { RestDoor } from './doors/rest/rest-door.js';
import { StreamEvents } from './doors/rest/stream-events.js';
import { AdministerConnections } from './operations/administer-connections.js';
import { AdministerServices } from './operations/administer-services.js';
import { EstimateCredits } from './operations/estimate-credits.js';
import { CheckAddresses } from './operations/check-addresses.js';
import { ImportPack } from './operations/import-pack.js';
import { PublishContracts } from './operations/publish-contracts.js';
import { PublishFolder } from './operations/publish-folder.js';
import { UntilIndexed } from './operations/until-indexed.js';
import type { GatewaySettings } from './settings.js';
import { CLOCK, LOGGER, SETTINGS } from './tokens.js';

export interface GatewayParts {
  readonly clients: Clients;
  readonly access: AccessCache;
  readonly changes: CatalogChanges;
  readonly egress: EgressClient;
  readonly settings: GatewaySettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What Nest makes of the rest by itself. */
const PARTS = [
  Authenticate,
  PermissionHolders,
  ContractCache,
  Dispatcher,
  Handlers,
  SearchTools,
  GetTool,
  RunTool,
  InspectContract,
  PreviewRun,
  ObserveMoved,
  RunLive,
  ReadCatalog,
  ReadRuns,
  ListIntegrations,
  AdministerServices,
  AdministerConnections,
  ImportPack,
  PublishContracts,
  PublishFolder,
  UntilIndexed,
  EstimateCredits,
  CheckAddresses,
  OpenStreams,
  RestDoor,
  StreamEvents,
  ControlTools,
];

/** The gateway: owns nothing, asks the five services, keeps only caches. */
@Module({})
export class GatewayModule {
  static with(parts: GatewayParts): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: Clients, useValue: parts.clients },
        { provide: AccessCache, useValue: parts.access },
        { provide: CatalogChanges, useValue: parts.changes },
        { provide: EgressClient, useValue: parts.egress },
        { provide: SETTINGS, useValue: parts.settings },
        { provide: CLOCK, useValue: parts.clock },
        { provide: LOGGER, useValue: parts.logger },
        ...PARTS,
      ],
    };
  }
}
