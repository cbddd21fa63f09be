import type { Control } from '../definition.js';
import { integrationsList } from './integrations.js';
import { packsList, packsRoute } from './packs.js';
import { runsCancel, runsEvents, runsGet, runsList } from './runs.js';
import { toolsGet, toolsRun, toolsSearch } from './tools.js';
import { whoami } from './whoami.js';

/** Every control, in the order in which doors list them. */
export const CONTROLS = [
  whoami,
  packsList,
  packsRoute,
  toolsSearch,
  toolsGet,
  toolsRun,
  runsList,
  runsGet,
  runsEvents,
  runsCancel,
  integrationsList,
] as const satisfies readonly Control[];
