import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { Catalog } from './catalog/catalog.js';
import { SearchCatalog } from './search/search-catalog.js';
import { SearchController } from './search/search.controller.js';

@Module({})
export class IndexModule {
  static with(catalog: Catalog, messaging: MessagingRuntime): DynamicModule {
    return {
      module: IndexModule,
      controllers: [SearchController],
      providers: [{ provide: Catalog, useValue: catalog }, { provide: MessagingRuntime, useValue: messaging }, SearchCatalog],
    };
  }
}
