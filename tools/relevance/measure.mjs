const DEPTH = 10;

/**
 * Means over the queries of nDCG@10 (linear gain on the grades), recall@1, recall@5 and the reciprocal rank within
 * the first 10. `rank(query)` gives tool ids, best first.
 */
export function measure(queries, rank) {
  const sums = { ndcg10: 0, recall1: 0, recall5: 0, mrr: 0 };
  for (const query of queries) {
    const ranked = rank(query).slice(0, DEPTH);
    sums.ndcg10 += ndcg(ranked, query.grades);
    sums.recall1 += recall(ranked.slice(0, 1), query.grades);
    sums.recall5 += recall(ranked.slice(0, 5), query.grades);
    const first = ranked.findIndex((id) => query.grades.has(id));
    sums.mrr += first < 0 ? 0 : 1 / (first + 1);
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Math.round((sum / queries.length) * 10_000) / 10_000]));
}

const recall = (ranked, grades) => ranked.filter((id) => grades.has(id)).length / grades.size;

const gain = (values) => values.reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);

function ndcg(ranked, grades) {
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, DEPTH);
  return gain(ranked.map((id) => grades.get(id) ?? 0)) / gain(ideal);
}
