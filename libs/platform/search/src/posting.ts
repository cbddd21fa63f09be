import { STEPS } from './weigh-document.js';

/** Steps that share a shelf: postings are read shelf by shelf, so that a bound is at most this much too high. */
const PER_SHELF = 4;
export const SHELVES = STEPS / PER_SHELF;

/** Shelf 0 holds what is worth most. */
const shelfOf = (step: number): number => SHELVES - 1 - Math.floor(step / PER_SHELF);

/** The highest step that a shelf may hold; 0 beyond the last. */
export const topOf = (shelf: number): number => (shelf < SHELVES ? (SHELVES - shelf) * PER_SHELF - 1 : 0);

/** Where a term occurs and what it is worth there, in one run of memory from the shelf worth most to that worth least; in a shelf in no order. */
export class Posting {
  count = 0;
  /** Postings of terms of one family with this, as far as the vocabulary stood at `relatedAt`. */
  related: readonly Posting[] = [];
  relatedAt = -1;
  ordinals = new Int32Array(2);
  steps = new Uint8Array(2);
  /** Where each shelf ends, which is where the next begins. */
  readonly ends = new Uint32Array(SHELVES);

  constructor(
    readonly term: string,
    readonly id: number,
  ) {}

  /** Makes a place at the end of the shelf by moving one of each later shelf to that shelf's end. */
  insert(ordinal: number, step: number): void {
    if (this.count === this.ordinals.length) this.grow();
    const shelf = shelfOf(step);
    let free = this.count;
    for (let each = SHELVES - 1; each > shelf; each -= 1) {
      const first = this.ends[each - 1] as number;
      this.move(first, free);
      free = first;
      this.ends[each]! += 1;
    }
    this.ordinals[free] = ordinal;
    this.steps[free] = step;
    this.ends[shelf]! += 1;
    this.count += 1;
  }

  remove(ordinal: number, step: number): void {
    const shelf = shelfOf(step);
    let free = this.ordinals.indexOf(ordinal, shelf === 0 ? 0 : this.ends[shelf - 1]);
    for (let each = shelf; each < SHELVES; each += 1) {
      const last = (this.ends[each] as number) - 1;
      this.move(last, free);
      free = last;
      this.ends[each] = last;
    }
    this.count -= 1;
  }

  private move(from: number, to: number): void {
    this.ordinals[to] = this.ordinals[from] as number;
    this.steps[to] = this.steps[from] as number;
  }

  private grow(): void {
    const [ordinals, steps] = [new Int32Array(this.count * 2), new Uint8Array(this.count * 2)];
    ordinals.set(this.ordinals);
    steps.set(this.steps);
    this.ordinals = ordinals;
    this.steps = steps;
  }
}
