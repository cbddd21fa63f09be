import { Injectable } from '@nestjs/common';
import {
  billingActionTaken,
  priceChanged,
  refuse,
  type billingApi,
  type Caller,
  type Refusal,
  type ServiceRequest,
  type ServiceResponse,
} from '@turnpike/contracts';
import { contentDigest, formatCredits, parseCredits } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, onceByKey, type Transaction } from '@turnpike/platform-persistence';
import { PriceStore } from './price.store.js';
import { toPriceView, type PriceView } from './price-view.js';

type Request = ServiceRequest<typeof billingApi.setPrice>;
type Response = ServiceResponse<typeof billingApi.setPrice>;

/** An owner action: a new price version, told to everyone who shows the price. */
@Injectable()
export class SetPrice {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly prices: PriceStore,
  ) {}

  async run({ caller, idempotency_key: key, input }: Request): Promise<Response> {
    const milli = parseCredits(input.per_call);
    const refusal = refuseCaller(caller, key) ?? (milli === null || milli === 0 ? refuseAmount() : null);
    if (refusal || milli === null || key === null) return { outcome: 'refused', refusal: refusal ?? refuseAmount() };
    const request = {
      workspaceId: caller.workspace_id,
      principalId: caller.principal_id,
      key,
      fingerprint: contentDigest(['prices_set', input.capability_id, milli]),
    };
    const once = await this.db.tx((tx) =>
      onceByKey<PriceView>(tx, request, async () => {
        const view = await this.write(tx, caller, input.capability_id, milli);
        return { response: view, stored: view };
      }),
    );
    if (once.outcome === 'conflict') return { outcome: 'refused', refusal: refuseConflict(key) };
    return { outcome: 'done', value: once.response };
  }

  private async write(tx: Transaction, caller: Caller, capabilityId: string, milli: number): Promise<PriceView> {
    const owner = caller.workspace_id;
    const row = await this.prices.add(tx, { owner, capabilityId, perCallMilli: milli, by: caller.principal_id });
    const context = { actor: caller.principal_id, workspace_id: owner, correlation_id: caller.request_id };
    await this.outbox.append(
      tx,
      priceChanged,
      `${owner}/${capabilityId}`,
      { owner_workspace_id: owner, capability_id: capabilityId, per_call_milli: milli, version: row.version },
      context,
    );
    const taken = {
      workspace_id: owner,
      principal_id: caller.principal_id,
      action: 'prices_set',
      subject: capabilityId,
      outcome: `per call ${formatCredits(milli)}`,
    };
    await this.outbox.append(tx, billingActionTaken, owner, taken, context);
    return toPriceView(row);
  }
}

/** The gateway has checked all this; a price is money, so it is checked where it is kept as well. */
function refuseCaller(caller: Caller, key: string | null): Refusal | null {
  if (caller.principal_kind !== 'user')
    return refuse('owner_session_required', 'Setting a price is an owner action: an API key can never do it.');
  if (!caller.permissions.includes('billing.write'))
    return refuse('permission_denied', 'This needs the permission billing.write.', { permission: 'billing.write' });
  return key === null ? refuse('idempotency_key_required', 'Setting a price needs an idempotency key.') : null;
}

const refuseAmount = (): Refusal =>
  refuse('invalid_request', 'A price is at least 0.001 credits a call.', {
    issues: [{ pointer: '/per_call', keyword: 'minimum', message: 'at least 0.001' }],
  });

const refuseConflict = (key: string): Refusal =>
  refuse(
    'idempotency_conflict',
    'This idempotency key was used for another call.',
    { idempotency_key: key },
    { control: null, arguments: {}, instruction: 'Use a new key for a new call.' },
  );
