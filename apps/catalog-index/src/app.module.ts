import { Module, type DynamicModule } from '@nestjs/common';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { Catalog } from './catalog/catalog.js';
import { WorkspaceGoals } from './goals/workspace-goals.js';
import { SearchCatalog } from './search/search-catalog.js';
import { SearchController } from './search/search.controller.js';

@Module({})
export class IndexModule {
  static with(catalog: Catalog, goals: WorkspaceGoals, messaging: MessagingRuntime): DynamicModule {
    return {
      module: IndexModule,
      controllers: [SearchController],
      providers: [
        { provide: Catalog, useValue: catalog },
        { provide: WorkspaceGoals, useValue: goals },
        { provide: MessagingRuntime, useValue: messaging },
        SearchCatalog,
      ],
    };
  }
}
