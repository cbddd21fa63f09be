import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sets that are measured; `tuned` says whether weights may be chosen on one half of it. */
export const SETS = [
  { name: 'mcpproxy-golden', tuned: false, bars: { ndcg10: 0.699, recall5: 0.777 } },
  { name: 'mcp-union', tuned: true, bars: { ndcg10: 0.577, recall5: 0.681 }, scoped: { ndcg10: 0.733 } },
  { name: 'metatool', tuned: true, bars: { ndcg10: 0.63 } },
  { name: 'restbench', tuned: true, bars: { ndcg10: 0.538 } },
];

/** A set's documents and queries, or null where the folder is absent. Query `half` is 0 (may be tuned on) or 1 (held out). */
export function readSet(folder, name) {
  const [tools, queries] = ['tools.jsonl', 'queries.jsonl'].map((file) => join(folder, name, file));
  if (!existsSync(tools) || !existsSync(queries)) return null;
  return {
    documents: linesOf(tools).map(toDocument),
    queries: linesOf(queries).map(({ query, gold, grades, packs }) => ({
      text: query,
      grades: new Map(grades ? Object.entries(grades).filter(([, grade]) => grade > 0) : gold.map((id) => [id, 1])),
      packKeys: new Set((packs ?? []).map(keyOf)),
      half: createHash('sha256').update(query).digest()[0] & 1,
    })),
  };
}

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const keyOf = (pack) => `measured/${pack ?? 'all'}`;

/** A tool as the catalog would hold it. The set's own id is kept beside it: it is the answer, so the engine must not see it. */
function toDocument({ id, name, title, description, longDescription, pack, packDescription, parameters }) {
  return {
    toolId: id,
    packKey: keyOf(pack),
    packId: pack ?? '',
    capabilityId: name,
    title: title ?? '',
    summary: '',
    description: description ?? longDescription ?? '',
    goals: [],
    parameters: Object.entries(parameters ?? {}).map(([parameter, schema]) => ({
      name: parameter,
      description: String(schema?.description ?? ''),
    })),
    packTitle: '',
    packDescription: packDescription ?? '',
  };
}
