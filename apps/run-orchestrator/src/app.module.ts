import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Clock } from '@turnpike/kernel';
import { EgressClient } from '@turnpike/platform-egress';
import type { ServiceKeys } from '@turnpike/platform-http';
import { Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { SecretBox } from '@turnpike/platform-secrets';
import type { Logger } from '@turnpike/platform-telemetry';
import { ContractBodies } from './admission/contract-bodies.js';
import { CreateRun } from './admission/create-run.js';
import { RecallRun } from './admission/recall-run.js';
import { ChangeConnection } from './connections/change-connection.js';
import { ConnectionStore } from './connections/connection.store.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { EgressRules } from './connections/egress-rules.js';
import { OpenCredential } from './connections/open-credential.js';
import { OwnerActions } from './connections/owner-action.js';
import { ReachAddresses } from './connections/reach-addresses.js';
import { TestConnection } from './connections/test-connection.js';
import { AuthorizeConnection } from './oauth/authorize-connection.js';
import { CurrentToken } from './oauth/current-token.js';
import { FetchTokens } from './oauth/fetch-tokens.js';
import { OAuthTokenStore } from './oauth/oauth-token.store.js';
import { CallsUnderWay } from './execution/calls-under-way.js';
import { ClaimRun } from './execution/claim-run.js';
import { EndOverdue } from './execution/end-overdue.js';
import { ExecuteRun } from './execution/execute-run.js';
import { FinishRun } from './execution/finish-run.js';
import { PrepareCall } from './execution/prepare-call.js';
import { WorkRuns } from './execution/work-runs.js';
import { PreviewRun } from './previews/preview-run.js';
import { CancelRun } from './runs/cancel-run.js';
import { ReadRuns } from './runs/read-runs.js';
import { RunSignals } from './runs/run-signals.js';
import { RunStore } from './runs/run.store.js';
import { RunsController } from './runs/runs.controller.js';

export interface OrchestratorParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly keys: ServiceKeys;
  readonly secrets: SecretBox;
  readonly egress: EgressClient;
  readonly clock: Clock;
  readonly logger: Logger;
}

const oauth: Type[] = [OpenCredential, AuthorizeConnection, OAuthTokenStore, FetchTokens, CurrentToken];

@Module({})
export class OrchestratorModule {
  static with(parts: OrchestratorParts): DynamicModule {
    return {
      module: OrchestratorModule,
      controllers: [RunsController, ConnectionsController],
      providers: [
        { provide: Database, useValue: parts.database },
        { provide: Outbox, useValue: parts.outbox },
        { provide: SecretBox, useValue: parts.secrets },
        { provide: EgressClient, useValue: parts.egress },
        { provide: 'KEYS', useValue: parts.keys },
        { provide: 'CLOCK', useValue: parts.clock },
        { provide: 'LOGGER', useValue: parts.logger },
        RunStore,
        RunSignals,
        ReadRuns,
        CancelRun,
        CreateRun,
        RecallRun,
        ContractBodies,
        PreviewRun,
        ConnectionStore,
        ChangeConnection,
        TestConnection,
        ...oauth,
        ReachAddresses,
        EgressRules,
        OwnerActions,
        CallsUnderWay,
        PrepareCall,
        ClaimRun,
        ExecuteRun,
        FinishRun,
        EndOverdue,
        WorkRuns,
      ],
    };
  }
}
