import { accessHeartbeat, credentialRevoked, principalChanged, workspaceCreated } from './access.js';
import { contractPublished, contractWithdrawn, installChanged, packChanged } from './catalog.js';
import type { EventDefinition } from './event.js';
import {
  accessRetold,
  balanceChanged,
  billingActionTaken,
  catalogRetold,
  connectionChanged,
  connectionsRetold,
  creditsRetold,
  dryRunPreviewed,
  goalReached,
  ownerActionTaken,
  partChanged,
  priceChanged,
  retellingRequested,
  runMoved,
} from './facts.js';

/** Every event type that this build tells or reads. */
export const EVENTS: readonly EventDefinition[] = [
  workspaceCreated,
  principalChanged,
  credentialRevoked,
  accessHeartbeat,
  accessRetold,
  packChanged,
  contractPublished,
  contractWithdrawn,
  installChanged,
  catalogRetold,
  partChanged,
  connectionChanged,
  connectionsRetold,
  priceChanged,
  balanceChanged,
  billingActionTaken,
  creditsRetold,
  runMoved,
  goalReached,
  dryRunPreviewed,
  ownerActionTaken,
  retellingRequested,
];
