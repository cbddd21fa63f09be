import { refuse, type JsonObject, type Refusal, type Repair, type VectorChange } from '@turnpike/contracts';

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

export function catalogChanged(changes: readonly VectorChange[], origin: TurnOrigin, capabilityId: string): Refusal {
  const parts = [...new Set(changes.map(({ part }) => part))].join(', ');
  const details = { changes: changes.map((change) => ({ ...change })) };
  return refuse(
    'catalog_changed',
    `What this turn delivered is no longer what the catalog says (${parts}). The turn is retired.`,
    details,
    startAfresh(origin, capabilityId),
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
