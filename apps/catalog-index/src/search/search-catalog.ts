import { Injectable } from '@nestjs/common';
import type { indexApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import type { SearchHit } from '@turnpike/platform-search';
import { Catalog } from '../catalog/catalog.js';

/** How many hits of the whole catalog are looked at to see which packs own an outcome. */
const ROUTE_HITS = 50;
const MOST_OWNERS = 5;

/** Answers from the caller's active catalog alone: what is not in it is neither ranked nor counted. */
@Injectable()
export class SearchCatalog {
  constructor(private readonly catalog: Catalog) {}

  search({ caller, text, terms, pack_id: scope, limit }: ServiceRequest<typeof indexApi.search>): ServiceResponse<typeof indexApi.search> {
    const query = text ?? (terms ?? []).join(' ');
    const visible = this.catalog.visiblePacks(caller.workspace_id);
    const scoped = scope === null ? visible : new Set([...visible].filter((key) => key.endsWith(`/${scope}`)));
    const { hits, total } = this.catalog.engine.search({ text: query, packKeys: scoped, limit });
    const owners =
      scope === null
        ? []
        : ownersOf(this.catalog.engine.search({ text: query, packKeys: visible, limit: ROUTE_HITS }).hits).slice(0, MOST_OWNERS);
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
    const { hits } = this.catalog.engine.search({
      text: goal,
      packKeys: this.catalog.visiblePacks(caller.workspace_id),
      limit: ROUTE_HITS,
    });
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
