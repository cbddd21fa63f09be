import { Module, type DynamicModule } from '@nestjs/common';
import { Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import { EstimateCall } from './prices/estimate-call.js';
import { PriceStore } from './prices/price.store.js';
import { PricesController } from './prices/prices.controller.js';
import { SetPrice } from './prices/set-price.js';

@Module({})
export class BillingModule {
  static with(database: Database, outbox: Outbox): DynamicModule {
    return {
      module: BillingModule,
      controllers: [PricesController],
      providers: [{ provide: Database, useValue: database }, { provide: Outbox, useValue: outbox }, PriceStore, SetPrice, EstimateCall],
    };
  }
}
