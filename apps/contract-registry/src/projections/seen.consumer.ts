import { connectionChanged, credentialRevoked, priceChanged, principalChanged } from '@turnpike/contracts';
import { contextOf, done, on, type Consumer, type Outbox } from '@turnpike/platform-messaging';
import { hearConnection, hearPrice, hearPrincipal } from './hear-change.js';

/** Connection state by workspace and provider. */
export const connectionsConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.connections',
  commutative: true,
  subscriptions: [
    on(connectionChanged, async (tx, { data, envelope }) => {
      const { workspace_id: workspaceId, provider_id: providerId, state, version } = data;
      await hearConnection(tx, outbox, { workspaceId, providerId, state, version }, contextOf(envelope));
      return done;
    }),
  ],
});

/** Prices by publisher and capability. */
export const pricesConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.prices',
  commutative: true,
  subscriptions: [
    on(priceChanged, async (tx, { data, envelope }) => {
      const { owner_workspace_id: owner, capability_id: capabilityId, per_call_milli: perCallMilli, version } = data;
      await hearPrice(tx, outbox, { owner, capabilityId, perCallMilli, version }, contextOf(envelope));
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
      const { workspace_id: workspaceId, principal_id: principalId, active, version } = data;
      const permissions = active ? data.permissions : [];
      await hearPrincipal(tx, outbox, { workspaceId, principalId, permissions, version }, contextOf(envelope));
      return done;
    }),
    on(credentialRevoked, async (tx, { data }) => {
      await tx.query(`update turns set state = 'ended' where credential_id = $1 and state = 'open'`, [data.credential_id]);
      return done;
    }),
  ],
});
