import { Injectable } from '@nestjs/common';
import type { Caller } from '@turnpike/contracts';
import { LRUCache } from 'lru-cache';
import { TurnStore } from './turn.store.js';

/** A principal is looked at when it first mints here, and then at each so-manieth mint: it never has more turns than the limit and so many. */
export const LOOK_EVERY = 50;
const MOST_COUNTED = 10_000;

/** Ends the oldest turns of a principal that mints more than it may have, by search or by get. */
@Injectable()
export class LimitTurns {
  /** Mints of this process by principal. One that was forgotten is looked at again at its next mint. */
  private readonly minted = new LRUCache<string, number>({ max: MOST_COUNTED });

  constructor(private readonly turns: TurnStore) {}

  async afterMint({ workspace_id: workspaceId, principal_id: principalId }: Caller): Promise<void> {
    const key = `${workspaceId} ${principalId}`;
    const before = this.minted.get(key) ?? 0;
    this.minted.set(key, before + 1);
    if (before % LOOK_EVERY === 0) await this.turns.endSurplus(workspaceId, principalId);
  }
}
