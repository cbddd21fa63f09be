import { Injectable } from '@nestjs/common';
import type { indexApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { exactIds, rankWithLearned, type LikeGoal, type SearchHit, type SearchResult } from '@turnpike/platform-search';
import { Catalog } from '../catalog/catalog.js';
import { WorkspaceGoals } from '../goals/workspace-goals.js';

/** How many hits are ranked anew by what a workspace has learned. */
const LEARNED_HITS = 50;
/** How many hits of the whole catalog are looked at to see which packs own an outcome. */
const ROUTE_HITS = 50;
const MOST_OWNERS = 5;

/** Answers from the caller's active catalog alone: what is not in it is neither ranked nor counted. */
@Injectable()
export class SearchCatalog {
  constructor(
    private readonly catalog: Catalog,
    private readonly goals: WorkspaceGoals,
  ) {}

  search({ caller, text, terms, pack_id: scope, limit }: ServiceRequest<typeof indexApi.search>): ServiceResponse<typeof indexApi.search> {
    const query = text ?? (terms ?? []).join(' ');
    const visible = this.catalog.visiblePacks(caller.workspace_id);
    const scoped = scope === null ? visible : new Set([...visible].filter((key) => key.endsWith(`/${scope}`)));
    const { hits, total } = this.find(caller.workspace_id, query, scoped, limit);
    const owners = scope === null ? [] : ownersOf(this.find(caller.workspace_id, query, visible, ROUTE_HITS).hits).slice(0, MOST_OWNERS);
    return {
      hits: hits.map((hit) => ({
        capability_id: hit.capabilityId,
        owner_workspace_id: ownerOf(hit),
        pack_id: hit.packId,
        score: hit.score,
        matched: hit.matched.map(({ field, terms: matched }) => ({ field, terms: [...matched] })),
      })),
      total,
      owners: owners.map(({ best, score }) => ({ pack_id: best.packId, score })),
    };
  }

  route({ caller, goal, limit }: ServiceRequest<typeof indexApi.route>): ServiceResponse<typeof indexApi.route> {
    const { hits } = this.find(caller.workspace_id, goal, this.catalog.visiblePacks(caller.workspace_id), ROUTE_HITS);
    const owners = ownersOf(hits).slice(0, limit);
    const top = owners[0]?.score ?? 1;
    const packs = owners.flatMap(({ best, score }) => {
      const contract = this.catalog.contract(best.packKey, best.capabilityId);
      if (!contract) return [];
      const title = this.catalog.pack(best.packKey)?.title ?? best.packId;
      return [
        {
          pack_id: best.packId,
          title,
          score: Math.round((score / top) * 1000) / 1000,
          best: { capability_id: best.capabilityId, title: best.title, action_policy: contract.action_policy },
        },
      ];
    });
    return { packs };
  }

  /** The engine's hits, ranked by what this workspace has learned too; what it learned of what it may no longer use counts for nothing. */
  private find(workspaceId: string, text: string, packKeys: ReadonlySet<string>, limit: number): SearchResult {
    const likely = this.goals
      .like(workspaceId, text)
      .filter(({ learned }) => packKeys.has(learned.packKey) && this.catalog.contract(learned.packKey, learned.capabilityId) !== null);
    const found = this.catalog.engine.search({ text, packKeys, limit: likely.length > 0 ? Math.max(limit, LEARNED_HITS) : limit });
    if (likely.length === 0) return found;
    const others = likely.filter(
      ({ learned }) => !found.hits.some((hit) => hit.packKey === learned.packKey && hit.capabilityId === learned.capabilityId),
    );
    const named = new Set(exactIds(text));
    const first = found.hits.findIndex(({ capabilityId }) => !named.has(capabilityId));
    const hits = rankWithLearned([...found.hits, ...others.map((each) => this.toHit(each))], likely, first < 0 ? found.hits.length : first);
    return { hits: hits.slice(0, limit), total: Math.max(found.total, hits.length) };
  }

  private toHit({ learned: { packKey, capabilityId } }: LikeGoal): SearchHit {
    const title = this.catalog.contract(packKey, capabilityId)?.title ?? capabilityId;
    return { packKey, packId: packKey.slice(packKey.indexOf('/') + 1), capabilityId, title, score: 0, rawScore: 0, matched: [] };
  }

  nearest({ caller, capability_id: id, limit }: ServiceRequest<typeof indexApi.nearest>): ServiceResponse<typeof indexApi.nearest> {
    return { ids: this.catalog.engine.nearest(id, this.catalog.visiblePacks(caller.workspace_id), limit) };
  }
}

const ownerOf = (hit: SearchHit): string => hit.packKey.slice(0, hit.packKey.indexOf('/'));

/** Packs by the best of their hits and a little of the next two, best first. */
function ownersOf(hits: readonly SearchHit[]): { best: SearchHit; score: number }[] {
  const packs = new Map<string, SearchHit[]>();
  for (const hit of hits) packs.set(hit.packKey, [...(packs.get(hit.packKey) ?? []), hit]);
  return [...packs.values()]
    .flatMap(([best, second, third]) =>
      best ? [{ best, score: best.rawScore + 0.2 * (second?.rawScore ?? 0) + 0.1 * (third?.rawScore ?? 0) }] : [],
    )
    .sort((a, b) => b.score - a.score);
}
