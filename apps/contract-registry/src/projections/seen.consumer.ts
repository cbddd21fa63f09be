import { connectionChanged, credentialRevoked, partChanged, priceChanged, principalChanged } from '@turnpike/contracts';
import { contextOf, done, on, type Consumer, type Outbox } from '@turnpike/platform-messaging';
import { keepConnection, keepPrice } from './seen.store.js';

/** Connection state by workspace and provider, and the turns that relied on it told. */
export const connectionsConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.connections',
  commutative: true,
  subscriptions: [
    on(connectionChanged, async (tx, { data, envelope }) => {
      const before = await keepConnection(tx, {
        workspaceId: data.workspace_id,
        providerId: data.provider_id,
        state: data.state,
        version: data.version,
      });
      if (before !== undefined) {
        const change = {
          part: 'connection' as const,
          key: `${data.workspace_id}/${data.provider_id}`,
          from: String(before ?? 0),
          to: String(data.version),
        };
        await outbox.append(tx, partChanged, data.workspace_id, { workspace_id: data.workspace_id, ...change }, contextOf(envelope));
      }
      return done;
    }),
  ],
});

/** Prices by publisher and capability. A price holds in every workspace that uses the pack, so its fact names none. */
export const pricesConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.prices',
  commutative: true,
  subscriptions: [
    on(priceChanged, async (tx, { data, envelope }) => {
      const key = `${data.owner_workspace_id}/${data.capability_id}`;
      const before = await keepPrice(tx, {
        owner: data.owner_workspace_id,
        capabilityId: data.capability_id,
        perCallMilli: data.per_call_milli,
        version: data.version,
      });
      if (before !== undefined) {
        const change = { part: 'price' as const, key, from: String(before ?? 0), to: String(data.version) };
        await outbox.append(tx, partChanged, data.owner_workspace_id, { workspace_id: null, ...change }, contextOf(envelope));
      }
      return done;
    }),
  ],
});

/** A principal's permissions moved: told for its workspace. A revoked credential ends the turns that it minted. */
export const accessConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.access',
  commutative: true,
  subscriptions: [
    on(principalChanged, async (tx, { data, envelope }) => {
      const change = { part: 'permission' as const, key: `${data.workspace_id}/${data.principal_id}`, from: '', to: String(data.version) };
      await outbox.append(tx, partChanged, data.workspace_id, { workspace_id: data.workspace_id, ...change }, contextOf(envelope));
      return done;
    }),
    on(credentialRevoked, async (tx, { data }) => {
      await tx.query(`update turns set state = 'ended' where credential_id = $1 and state = 'open'`, [data.credential_id]);
      return done;
    }),
  ],
});
