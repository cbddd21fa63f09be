import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@turnpike/kernel';
import type { ServiceKeys } from '@turnpike/platform-http';
import { Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { ContractStore } from './contracts/contract.store.js';
import { ContractsController } from './contracts/contracts.controller.js';
import { PublishContracts } from './contracts/publish-contracts.js';
import { ReadHistory } from './contracts/read-history.js';
import { WithdrawVersion } from './contracts/withdraw-version.js';
import { ActiveStore } from './delivery/active.store.js';
import { DeliverSearch } from './delivery/deliver-search.js';
import { GetCapability } from './delivery/get-capability.js';
import { ChangeInstall } from './installs/change-install.js';
import { InstallStore } from './installs/install.store.js';
import { InstallsController } from './installs/installs.controller.js';
import { ChangePack } from './packs/change-pack.js';
import { PackStore } from './packs/pack.store.js';
import { PacksController } from './packs/packs.controller.js';
import { ObserveMoved } from './redeem/observe-moved.js';
import { RedeemTurn } from './redeem/redeem-turn.js';
import { LimitTurns } from './turns/limit-turns.js';
import { TurnStore } from './turns/turn.store.js';
import { TurnsController } from './turns/turns.controller.js';

export interface RegistryParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly keys: ServiceKeys;
  readonly clock: Clock;
}

@Module({})
export class RegistryModule {
  static with({ database, outbox, keys, clock }: RegistryParts): DynamicModule {
    return {
      module: RegistryModule,
      controllers: [PacksController, ContractsController, InstallsController, TurnsController],
      providers: [
        { provide: Database, useValue: database },
        { provide: Outbox, useValue: outbox },
        { provide: 'KEYS', useValue: keys },
        { provide: 'CLOCK', useValue: clock },
        PackStore,
        ContractStore,
        InstallStore,
        ActiveStore,
        TurnStore,
        LimitTurns,
        ChangePack,
        PublishContracts,
        WithdrawVersion,
        ReadHistory,
        ChangeInstall,
        DeliverSearch,
        GetCapability,
        RedeemTurn,
        ObserveMoved,
      ],
    };
  }
}
