import type { Operation } from '../definition.js';
import { addressesCheck } from './addresses.js';
import {
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  auditList,
  membersAdd,
  membersList,
  membersRemove,
  membersSetRole,
  rolesList,
  workspacesCreate,
  workspacesList,
} from './access.js';
import {
  connectionsAuthorize,
  connectionsCreate,
  connectionsDisconnect,
  connectionsList,
  connectionsTest,
  egressList,
  egressSet,
} from './connections.js';
import { installsDisable, installsEnable, installsList } from './installs.js';
import { creditsEstimate, pricesList, pricesSet } from './money.js';
import {
  contractsDiff,
  contractsHistory,
  contractsWithdraw,
  packsImport,
  packsOwned,
  packsPublish,
  packsPublishFolder,
  packsSetState,
  packsShare,
} from './packs.js';
import { sessionsCreate, sessionsEnd } from './sessions.js';
import { goalsForget } from './goals.js';
import { turnsList, turnsRetire } from './turns.js';

/** Every operation that this build offers. */
export const OPERATIONS = [
  sessionsCreate,
  sessionsEnd,
  workspacesList,
  workspacesCreate,
  membersList,
  membersAdd,
  membersSetRole,
  membersRemove,
  rolesList,
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  auditList,
  packsOwned,
  packsPublish,
  packsPublishFolder,
  packsImport,
  packsSetState,
  packsShare,
  contractsHistory,
  contractsDiff,
  contractsWithdraw,
  installsList,
  installsEnable,
  installsDisable,
  connectionsList,
  connectionsCreate,
  connectionsAuthorize,
  connectionsTest,
  connectionsDisconnect,
  egressList,
  egressSet,
  addressesCheck,
  pricesList,
  pricesSet,
  creditsEstimate,
  turnsList,
  turnsRetire,
  goalsForget,
] as const satisfies readonly Operation[];
