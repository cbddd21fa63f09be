import { CLAUSE_SHARE, type Wanted } from './score-document.js';
import { STEPS } from './weigh-document.js';

const BUCKETS = 1_024;
const BITS = 10;

/** Sums are exact, but shares of them may be off by a rounding. */
const SLACK = 1 + 1e-9;

/**
 * The sum that a document needs at the very least to be among the best, while only a part of each sum is known. Sums are
 * counted in buckets as they grow, so that it is known at any time without a pass over what was met. A score is the sum over
 * the terms and a share of its best clause's part of it, which is between the mean part and all.
 */
export class Floor {
  /** At least `limit` documents are in this bucket or above it. */
  private bucket = 0;
  /** Documents above it. */
  private above = 0;
  private readonly shift: number;
  private readonly least: number;

  constructor(
    { clauses, terms }: Wanted,
    private readonly limit: number,
    /** Documents by bucket; only those above `bucket` are kept right. Lent, so that they need not be made anew. */
    private readonly counts: Int32Array,
  ) {
    this.least = (1 + CLAUSE_SHARE / Math.max(1, clauses)) / (1 + CLAUSE_SHARE);
    const most = terms.reduce((sum, { unit }) => sum + unit * (STEPS - 1), 0);
    this.shift = Math.max(0, 32 - Math.clz32(most) - BITS);
    counts.fill(0);
  }

  static counts(): Int32Array {
    return new Int32Array(BUCKETS);
  }

  /** Less than this need not be counted. */
  get enough(): number {
    return (this.bucket + 1) * 2 ** this.shift;
  }

  /** A document's sum grew to what is enough. */
  count(before: number, sum: number): void {
    const to = sum >>> this.shift;
    this.counts[to]! += 1;
    const from = before >>> this.shift;
    if (from > this.bucket) this.counts[from]! -= 1;
    else this.above += 1;
  }

  /** Raises the floor as far as what was counted allows. */
  raise(): void {
    while (this.above >= this.limit && this.bucket < BUCKETS - 1) {
      this.bucket += 1;
      this.above -= this.counts[this.bucket] as number;
    }
  }

  /** A document with less is not among the best. */
  get sum(): number {
    return (this.bucket * 2 ** this.shift * this.least) / SLACK;
  }
}
