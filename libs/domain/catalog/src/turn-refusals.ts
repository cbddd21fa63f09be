import { refuse, type JsonObject, type PackState, type Refusal, type Repair, type VectorChange } from '@turnpike/contracts';

/** What minted a turn: a search by goal or terms, perhaps scoped, or the get of one capability. */
export interface TurnOrigin {
  readonly goal: string | null;
  readonly queryTerms: readonly string[] | null;
  readonly packId: string | null;
  readonly mintedBy: 'search' | 'get';
}

/** The call that starts afresh where this turn began; never with the old token. */
export function startAfresh(origin: TurnOrigin, capabilityId: string): Repair {
  const instruction = 'Read the new schema, dry_run, then run.';
  if (origin.mintedBy === 'get') return { control: 'tools_get', arguments: { capability_id: capabilityId }, instruction };
  const query: JsonObject = origin.goal !== null ? { goal: origin.goal } : { query_terms: [...(origin.queryTerms ?? [])] };
  return { control: 'tools_search', arguments: { ...query, ...(origin.packId !== null && { pack_id: origin.packId }) }, instruction };
}

/** What became of a pack. */
export interface PackFate {
  readonly pack_id: string;
  readonly state: PackState;
  readonly successor: string | null;
  /** Whether the successor is in the active catalog of the workspace that asks. */
  readonly successor_active: boolean;
}

/** ` The pack crm is deprecated; people takes its place.`, for the end of a message. */
const fateText = ({ pack_id, state, successor }: PackFate): string =>
  ` The pack ${pack_id} is ${state}${successor === null ? '' : `; ${successor} takes its place`}.`;

export function catalogChanged(
  changes: readonly VectorChange[],
  origin: TurnOrigin,
  capabilityId: string,
  fate: PackFate | null = null,
): Refusal {
  const parts = [...new Set(changes.map(({ part }) => part))].join(', ');
  const pack = fate && { pack_state: fate.state, successor: fate.successor };
  const repair = startAfresh(origin, capabilityId);
  return refuse(
    'catalog_changed',
    `What this turn delivered is no longer what the catalog says (${parts}). The turn is retired.${fate ? fateText(fate) : ''}`,
    { changes: changes.map((change) => ({ ...change })), ...pack },
    fate?.successor ? { ...repair, instruction: `${repair.instruction} Look in the pack ${fate.successor} too.` } : repair,
  );
}

/** No such capability in this workspace's catalog. A search finds the outcome; in the successor where the pack has one here. */
export function capabilityNotFound(capabilityId: string, nearest: readonly string[], fate: PackFate | null): Refusal {
  const scope = fate?.successor && fate.successor_active ? { pack_id: fate.successor } : {};
  const pack = fate && { pack_state: fate.state, successor: fate.successor };
  return refuse(
    'capability_not_found',
    `There is no ${capabilityId} in this workspace's catalog.${fate ? fateText(fate) : ''}`,
    { capability_id: capabilityId, nearest: [...nearest], ...pack },
    {
      control: 'tools_search',
      arguments: { goal: capabilityId.split(/[._]/).join(' '), ...scope },
      instruction: 'Search for the outcome instead of guessing an id.',
    },
  );
}

export const turnExpired = (origin: TurnOrigin, capabilityId: string): Refusal =>
  refuse('tool_turn_expired', 'This tool turn is over.', {}, startAfresh(origin, capabilityId));

export const notFetched = (capabilityId: string): Refusal =>
  refuse(
    'capability_not_fetched',
    `${capabilityId} was not delivered in a tool turn of yours.`,
    { capability_id: capabilityId },
    {
      control: 'tools_get',
      arguments: { capability_id: capabilityId },
      instruction: 'Read the contract, then run it with the token that comes with it.',
    },
  );

export const turnFull = (capabilityId: string, limit: number): Refusal =>
  refuse(
    'conflict',
    `This turn holds ${limit} contracts, as many as it can.`,
    { limit },
    {
      control: 'tools_get',
      arguments: { capability_id: capabilityId },
      instruction: 'Read the contract without a token: that mints a new turn.',
    },
  );
