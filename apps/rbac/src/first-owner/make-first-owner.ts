import { newId, toTimestamp, type Clock } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { IssueApiKey } from '../api-keys/issue-api-key.js';
import { AuditLog } from '../audit/audit-log.js';
import { UsersStore } from '../members/users.store.js';
import { SignInCodesStore } from '../sessions/sign-in-codes.store.js';
import { OpenWorkspace } from '../workspaces/open-workspace.js';
import { FirstOwnerStore } from './first-owner.store.js';

export interface FirstOwnerWish {
  readonly email: string;
  readonly workspaceName: string;
}

/** `apiKey` and `signInCode` are there the first time only: they are shown once and kept nowhere. */
export interface FirstOwner {
  readonly workspaceId: string;
  readonly apiKey: string | null;
  readonly signInCode: string | null;
}

/** `admin` imports, searches and runs; prices, credits and root actions stay with a person's session. */
const KEY = { name: 'First key', role: 'admin', scopes: ['*'], expiresAt: null } as const;
const SYSTEM = 'system';

/** Gives a fresh deployment its first workspace, owner and key. Does nothing where that was done before. */
export class MakeFirstOwner {
  constructor(
    private readonly database: Database,
    private readonly store: FirstOwnerStore,
    private readonly users: UsersStore,
    private readonly open: OpenWorkspace,
    private readonly issueKey: IssueApiKey,
    private readonly codes: SignInCodesStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  run(wish: FirstOwnerWish): Promise<FirstOwner> {
    return this.database.tx(async (tx) => {
      await this.store.lock(tx);
      const known = await this.store.find(tx);
      if (known) return { workspaceId: known.workspace_id, apiKey: null, signInCode: null };
      return this.create(tx, wish);
    });
  }

  /** A fresh code while the first owner never signed in; null once they did, or where there is none. The earlier code is void. */
  reissueSignInCode(): Promise<string | null> {
    return this.database.tx(async (tx) => {
      await this.store.lock(tx);
      const known = await this.store.find(tx);
      if (!known || known.password_hash !== null) return null;
      return this.codes.issue(tx, known.user_id, known.workspace_id, this.clock.now());
    });
  }

  private async create(tx: Transaction, { email, workspaceName }: FirstOwnerWish): Promise<FirstOwner> {
    const now = this.clock.now();
    const user = await this.users.findOrAdd(tx, { userId: newId('us'), email, name: 'Owner' }, now);
    const context = { actor: SYSTEM, correlation_id: newId('req') };
    const owner = { userId: user.user_id, name: user.name, active: false };
    const workspaceId = await this.open.run(tx, workspaceName, owner, now, context);
    const wish = { ...KEY, workspaceId, createdBy: SYSTEM };
    const { apiKeyId, secret } = await this.issueKey.run(tx, wish, now, { ...context, workspace_id: workspaceId });
    const signInCode = await this.codes.issue(tx, user.user_id, workspaceId, now);
    await this.store.remember(tx, workspaceId, user.user_id);
    const done = { workspaceId, at: toTimestamp(now), principalId: SYSTEM, outcome: 'done' };
    await this.audit.append(tx, { ...done, action: 'workspaces_create', subject: workspaceId });
    await this.audit.append(tx, { ...done, action: 'members_add', subject: `${user.user_id} owner` });
    await this.audit.append(tx, { ...done, action: 'api_keys_create', subject: `${apiKeyId} ${KEY.role}` });
    return { workspaceId, apiKey: secret, signInCode };
  }
}
