import { Injectable } from '@nestjs/common';
import type { Contract } from '@turnpike/contracts';
import type { CallContext } from '@turnpike/client';
import { LRUCache } from 'lru-cache';
import { Clients } from '../clients.js';

const MOST_CONTRACTS = 2_000;

/** Contracts by digest. They are immutable, so what is kept is never wrong. */
@Injectable()
export class ContractCache {
  private readonly kept = new LRUCache<string, Contract>({ max: MOST_CONTRACTS });

  constructor(private readonly clients: Clients) {}

  async find(context: CallContext, workspaceId: string, digest: string): Promise<Contract> {
    const kept = this.kept.get(digest);
    if (kept) return kept;
    const answer = await this.clients.registry.contract(context, { workspace_id: workspaceId, digest });
    if (answer.outcome === 'not_found') throw new Error(`the registry does not have the contract ${digest} that it delivered`);
    this.kept.set(digest, answer.value);
    return answer.value;
  }
}
