import type { DynamicModule, Type } from '@nestjs/common';
import { MessagingRuntime, Outbox } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';
import type { ServiceOptions } from '@turnpike/platform-http';
import { AccessFacts } from './access-facts/access-facts.js';
import { Heartbeat } from './access-facts/heartbeat.js';
import { RetellAccess } from './access-facts/retell-access.js';
import { RetellAccessStore } from './access-facts/retell-access.store.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysStore } from './api-keys/api-keys.store.js';
import { CreateApiKey } from './api-keys/create-api-key.js';
import { EndApiKey } from './api-keys/end-api-key.js';
import { IssueApiKey } from './api-keys/issue-api-key.js';
import { ListApiKeys } from './api-keys/list-api-keys.js';
import { RevokeApiKey } from './api-keys/revoke-api-key.js';
import { AuditConsumer } from './audit/audit.consumer.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { AuditStore } from './audit/audit.store.js';
import { ListAudit } from './audit/list-audit.js';
import { Background } from './background.js';
import { Authenticate } from './decisions/authenticate.js';
import { Authorize } from './decisions/authorize.js';
import { CredentialUse } from './decisions/credential-use.js';
import { CredentialsStore } from './decisions/credentials.store.js';
import { DecisionsController } from './decisions/decisions.controller.js';
import { ListPermissions } from './decisions/list-permissions.js';
import { membersParts } from './members/members-parts.js';
import { ActorStore } from './owner-actions/actor.store.js';
import { OwnerActions } from './owner-actions/owner-actions.js';
import { sessionsParts } from './sessions/sessions-parts.js';
import { CreateWorkspace } from './workspaces/create-workspace.js';
import { ListWorkspaces } from './workspaces/list-workspaces.js';
import { OpenWorkspace } from './workspaces/open-workspace.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';
import { WorkspacesStore } from './workspaces/workspaces.store.js';

const facts: Type[] = [AccessFacts, Heartbeat, RetellAccess, RetellAccessStore];
const apiKeys: Type[] = [ApiKeysStore, CreateApiKey, EndApiKey, IssueApiKey, ListApiKeys, RevokeApiKey];
const audit: Type[] = [AuditConsumer, AuditLog, AuditStore, ListAudit];
const decisions: Type[] = [Authenticate, Authorize, CredentialUse, CredentialsStore, ListPermissions];
const owner: Type[] = [ActorStore, OwnerActions];
const workspaces: Type[] = [CreateWorkspace, ListWorkspaces, OpenWorkspace, WorkspacesStore];

export class AppModule {
  static with({ database, clock }: ServiceOptions, runtime: MessagingRuntime): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        DecisionsController,
        WorkspacesController,
        ApiKeysController,
        AuditController,
        ...membersParts.controllers,
        ...sessionsParts.controllers,
      ],
      providers: [
        { provide: Database, useValue: database },
        { provide: MessagingRuntime, useValue: runtime },
        { provide: Outbox, useValue: runtime.outbox },
        { provide: 'CLOCK', useValue: clock },
        Background,
        ...[...facts, ...apiKeys, ...audit, ...decisions, ...owner, ...workspaces],
        ...membersParts.providers,
        ...sessionsParts.providers,
      ],
    };
  }
}
