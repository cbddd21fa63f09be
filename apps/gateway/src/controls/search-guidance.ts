import type { indexApi, ServiceResponse } from '@turnpike/contracts';

type Found = ServiceResponse<typeof indexApi.search>;
type Origin = { goal: string | null; query_terms: string[] | null; pack_id: string | null };
type Guidance = {
  message: string;
  repair: { control: string; arguments: Record<string, never>; instruction: string } | null;
  packs: string[];
};

/** An unscoped answer is spread when the packs of its hits are this many and none holds more than half of them. */
const SPREAD_PACKS = 3;
/** A scoped search is weak when another pack's best hit beats the scope's own by this factor. */
const WEAK_FACTOR = 1.5;
const MOST_OWNERS = 3;

/** Advice about the scope. It never widens a search by itself. */
export function searchGuidance(origin: Origin, found: Found): Guidance[] {
  return origin.pack_id === null ? spreadGuidance(origin, found) : weakScopeGuidance(origin, found);
}

function spreadGuidance(origin: Origin, { hits }: Found): Guidance[] {
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(hit.pack_id, (counts.get(hit.pack_id) ?? 0) + 1);
  const largest = Math.max(0, ...counts.values());
  if (counts.size < SPREAD_PACKS || largest * 2 > hits.length) return [];
  const goal = origin.goal ?? (origin.query_terms ?? []).join(' ');
  const instruction = 'Route the goal to the pack that owns it, then search again scoped to that pack.';
  return [
    {
      message: `The answer is spread over ${counts.size} packs.`,
      repair: { control: 'packs_route', arguments: { goal } as never, instruction },
      packs: [...counts.keys()],
    },
  ];
}

function weakScopeGuidance(origin: Origin, { hits, owners }: Found): Guidance[] {
  const own = owners.find(({ pack_id }) => pack_id === origin.pack_id)?.score ?? 0;
  const better = owners.filter(({ pack_id, score }) => pack_id !== origin.pack_id && score > own * WEAK_FACTOR).slice(0, MOST_OWNERS);
  if (better.length === 0 || (hits.length > 0 && own > 0 && better[0] && better[0].score <= own * WEAK_FACTOR)) return [];
  const packs = better.map(({ pack_id }) => pack_id);
  const message = `Little in ${origin.pack_id ?? ''} matches; ${packs.join(', ')} may own this outcome. Confirm where it belongs before you change the scope.`;
  return [{ message, repair: null, packs }];
}
