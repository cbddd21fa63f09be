import type { OrdinalList } from './ordinal-list.js';
import { CLAUSE_SHARE, type Wanted } from './score-document.js';
import { TopList } from './top-list.js';

/** Sums are exact, but shares of them may be off by a rounding. */
const SLACK = 1 + 1e-9;

/**
 * What is known of scores while only a part of each is summed up. A score is the sum over the terms and a share of its best
 * clause's part of it, which is between the mean part and all.
 */
export class ScoreBounds {
  private readonly least: number;
  /** The sum that a document needs at the very least to be among the best. */
  private floor = 0;

  constructor(
    { clauses }: Wanted,
    private readonly limit: number,
    private readonly sums: Int32Array,
  ) {
    this.least = (1 + CLAUSE_SHARE / Math.max(1, clauses)) / (1 + CLAUSE_SHARE);
  }

  /** Raises the floor to what the least of the best so far has for certain. */
  raise({ at, size }: OrdinalList): void {
    const { sums } = this;
    const top = new TopList(this.limit, () => false);
    for (let index = 0; index < size; index += 1) {
      const sum = sums[at[index] as number] as number;
      if (sum > top.floor) top.offer(index, sum);
    }
    this.floor = Math.max(this.floor, top.floor * this.least);
  }

  reaches(sum: number): boolean {
    return sum * SLACK >= this.floor;
  }

  /** Leaves in the list those that could still be among the best with `rest` more. */
  keep(list: OrdinalList, rest: number): void {
    this.raise(list);
    const { sums } = this;
    const needed = this.floor / SLACK - rest;
    let size = 0;
    for (let index = 0; index < list.size; index += 1) {
      const ordinal = list.at[index] as number;
      if ((sums[ordinal] as number) >= needed) list.at[size++] = ordinal;
    }
    list.size = size;
  }
}
