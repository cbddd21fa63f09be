import type { LikeGoal } from './learned-goals.js';
import type { SearchHit } from './search-engine.js';

/** What a capability gains whose learned goal is the very one asked for, beside the best hit's share of 1. */
const GAIN = 0.5;

const nameOf = ({ packKey, capabilityId }: { packKey: string; capabilityId: string }): string => `${packKey}/${capabilityId}`;

/**
 * Hits by their share of the best and by what was learned, best first; scores are from 0 to 1. The first `named` of them, which were
 * named outright, stay first.
 */
export function rankWithLearned(hits: readonly SearchHit[], likely: readonly LikeGoal[], named: number): SearchHit[] {
  const likenessOf = new Map(likely.map(({ learned, likeness }) => [nameOf(learned), likeness]));
  const top = hits[named]?.rawScore || 1;
  const ranked = hits.slice(named).map((hit) => scored(hit, hit.rawScore / top + GAIN * (likenessOf.get(nameOf(hit)) ?? 0)));
  ranked.sort((a, b) => b.rawScore - a.rawScore);
  const best = ranked[0]?.rawScore ?? 1;
  return [...hits.slice(0, named).map((hit) => scored(hit, 1)), ...ranked.map((hit) => scored(hit, hit.rawScore / best))];
}

const scored = (hit: SearchHit, score: number): SearchHit => ({ ...hit, rawScore: score, score: Math.round(score * 1000) / 1000 });
