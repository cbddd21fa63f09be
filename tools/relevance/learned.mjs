import { LearnedGoals, rankWithLearned } from '@turnpike/platform-search';

const LEARNED_HITS = 50;

/** Ranks as a workspace would in which each of these queries has led to a run of each of its answers. */
export function learnedRanker({ documents, queries }, search, everything) {
  const goals = new LearnedGoals(Infinity);
  const documentOf = new Map(documents.map((document) => [document.toolId, document]));
  for (const { text, grades } of queries)
    for (const toolId of grades.keys()) {
      const { packKey, capabilityId } = documentOf.get(toolId);
      goals.learn({ packKey, capabilityId, goal: text });
    }
  return ({ text }) => {
    const hits = search(text, everything, LEARNED_HITS);
    const likely = goals.like(text);
    const known = new Set(hits.map(({ packKey, capabilityId }) => `${packKey} ${capabilityId}`));
    const others = likely.filter(({ learned }) => !known.has(`${learned.packKey} ${learned.capabilityId}`));
    return rankWithLearned([...hits, ...others.map(({ learned }) => ({ ...learned, rawScore: 0 }))], likely, 0);
  };
}
