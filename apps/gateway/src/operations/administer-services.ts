import { Injectable } from '@nestjs/common';
import type { Caller, Refusal } from '@turnpike/contracts';
import type { CallContext } from '@turnpike/client';
import { Clients } from '../clients.js';
import type { AnonymousHandler, Handler } from '../dispatch/handler.js';
import { fromService } from '../dispatch/outcome.js';

type ServiceAnswer = { outcome: 'done'; value: unknown } | { outcome: 'refused'; refusal: Refusal };
type Call<Q> = (context: CallContext, request: Q) => Promise<ServiceAnswer>;

/** Hands an operation's input to the service that owns it. */
const plain =
  <I>(call: Call<{ caller: Caller; input: I }>): Handler =>
  async ({ caller, context }, input: I) =>
    fromService(await call(context, { caller, input }));

/** The same for owner actions: the service records the idempotency key in the transaction of the effect. */
const owner =
  <I>(call: Call<{ caller: Caller; idempotency_key: string | null; input: I }>): Handler =>
  async ({ caller, context, idempotencyKey }, input: I) =>
    fromService(await call(context, { caller, idempotency_key: idempotencyKey, input }));

/** Operations that are wholly one service's own. */
@Injectable()
export class AdministerServices {
  constructor(private readonly clients: Clients) {}

  handlers(): Record<string, Handler> {
    return { ...this.access(), ...this.catalog(), ...this.money() };
  }

  anonymousHandlers(): Record<string, AnonymousHandler> {
    const { rbac } = this.clients;
    return { sessions_create: async (context, input) => fromService(await rbac.signIn(context, { input })) };
  }

  private access(): Record<string, Handler> {
    const { rbac } = this.clients;
    return {
      sessions_end: async ({ caller, context }) => fromService(await rbac.signOut(context, { caller })),
      workspaces_list: plain(rbac.listWorkspaces),
      workspaces_create: owner(rbac.createWorkspace),
      members_list: plain(rbac.listMembers),
      members_add: owner(rbac.addMember),
      members_set_role: owner(rbac.setRole),
      members_remove: owner(rbac.removeMember),
      roles_list: plain(rbac.listRoles),
      api_keys_create: owner(rbac.createApiKey),
      api_keys_list: plain(rbac.listApiKeys),
      api_keys_revoke: owner(rbac.revokeApiKey),
      audit_list: plain(rbac.listAudit),
    };
  }

  private catalog(): Record<string, Handler> {
    const { index, registry } = this.clients;
    return {
      packs_owned: plain(registry.listOwnedPacks),
      packs_set_state: plain(registry.setPackState),
      packs_share: plain(registry.sharePack),
      contracts_history: plain(registry.history),
      contracts_diff: plain(registry.diff),
      contracts_withdraw: plain(registry.withdraw),
      installs_list: plain(registry.listInstalls),
      installs_enable: plain(registry.enable),
      installs_disable: plain(registry.disable),
      turns_list: plain(registry.listTurns),
      turns_retire: plain(registry.retireTurn),
      goals_forget: plain(index.forgetGoals),
    };
  }

  private money(): Record<string, Handler> {
    const { billing } = this.clients;
    return {
      prices_set: owner(billing.setPrice),
      prices_list: async ({ caller, context }) => fromService(await billing.listPrices(context, { caller })),
    };
  }
}
