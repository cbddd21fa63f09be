import { systemClock, type Clock } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import type { Database } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { ApiKeysStore } from '../api-keys/api-keys.store.js';
import { IssueApiKey } from '../api-keys/issue-api-key.js';
import { AuditLog } from '../audit/audit-log.js';
import { AuditStore } from '../audit/audit.store.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { UsersStore } from '../members/users.store.js';
import { SignInCodesStore } from '../sessions/sign-in-codes.store.js';
import { OpenWorkspace } from '../workspaces/open-workspace.js';
import { WorkspacesStore } from '../workspaces/workspaces.store.js';
import { FirstOwnerStore } from './first-owner.store.js';
import { MakeFirstOwner, type FirstOwner, type FirstOwnerWish } from './make-first-owner.js';

/** The running service's relay finds what is told here at its next poll; nobody need be woken. */
const nobody = (): void => undefined;

function compose(database: Database, clock: Clock): MakeFirstOwner {
  const facts = new AccessFacts(new Outbox({ source: 'rbac', topics: ['access'], clock, wake: nobody }));
  const memberships = new MembershipsStore(database);
  return new MakeFirstOwner(
    database,
    new FirstOwnerStore(),
    new UsersStore(database),
    new OpenWorkspace(new WorkspacesStore(database), memberships, facts),
    new IssueApiKey(new ApiKeysStore(database), memberships, facts),
    new SignInCodesStore(database),
    new AuditLog(new AuditStore(database)),
    clock,
  );
}

/**
 * Gives a fresh deployment its first workspace, owner, API key and one-time sign-in code; from the second time on it creates
 * nothing and shows nothing. rbac's database must have been migrated, which starting the service does.
 */
export const firstOwner = (database: Database, wish: FirstOwnerWish, clock: Clock = systemClock): Promise<FirstOwner> =>
  compose(database, clock).run(wish);

/** A fresh sign-in code, the earlier one void, while the first owner never signed in; null from then on. */
export const reissueSignInCode = (database: Database, clock: Clock = systemClock): Promise<string | null> =>
  compose(database, clock).reissueSignInCode();
