/** Documents are read by blocks of so many neighbouring ordinals, of which the sums fit the fastest memory. */
export const PER_BLOCK = 4_096;

/** A number and a step share one integer, so that a place is read in one go; room for 2^25 ordinals. */
const STEP_BITS = 6;
const STEP_MASK = 63;
export const pack = (number: number, step: number): number => (number << STEP_BITS) | step;
export const numberOf = (packed: number): number => packed >>> STEP_BITS;
export const stepOf = (packed: number): number => packed & STEP_MASK;

/** Where a term occurs, and what it is worth there: by ordinal, and by block with the most that it is worth in it. */
export class Posting {
  /** Documents that have the term. */
  count = 0;
  /** Ordinal and step, ascending; `count` of them. */
  places: Int32Array = new Int32Array(1);
  /** Blocks that have the term. */
  blockCount = 0;
  /** Two for each block, ascending: its number and highest step, and where its places begin. */
  blocks: Int32Array = new Int32Array(2);
  /** Postings of terms of one family with this, as far as the vocabulary stood at `relatedAt`. */
  related: readonly Posting[] = [];
  relatedAt = -1;

  constructor(
    readonly term: string,
    readonly id: number,
  ) {}

  insert(ordinal: number, step: number): void {
    const at = this.placeAt(ordinal);
    this.places = opened(this.places, at, this.count, 1);
    this.places[at] = pack(ordinal, step);
    this.count += 1;
    const number = Math.floor(ordinal / PER_BLOCK);
    const block = this.blockAt(number);
    if (this.numberAt(block) === number) {
      if (stepOf(this.blocks[2 * block]!) < step) this.blocks[2 * block] = pack(number, step);
    } else {
      this.blocks = opened(this.blocks, 2 * block, 2 * this.blockCount, 2);
      this.blocks[2 * block] = pack(number, step);
      this.blocks[2 * block + 1] = at;
      this.blockCount += 1;
    }
    for (let later = block + 1; later < this.blockCount; later += 1) this.blocks[2 * later + 1]! += 1;
  }

  remove(ordinal: number): void {
    const at = this.placeAt(ordinal);
    this.places.copyWithin(at, at + 1, this.count);
    this.count -= 1;
    const block = this.blockAt(Math.floor(ordinal / PER_BLOCK));
    for (let later = block + 1; later < this.blockCount; later += 1) this.blocks[2 * later + 1]! -= 1;
    const [from, to] = [this.startOf(block), this.startOf(block + 1)];
    if (from < to) {
      const most = this.places.subarray(from, to).reduce((highest, place) => Math.max(highest, stepOf(place)), 0);
      this.blocks[2 * block] = pack(this.numberAt(block), most);
    } else {
      this.blocks.copyWithin(2 * block, 2 * block + 2, 2 * this.blockCount);
      this.blockCount -= 1;
    }
  }

  /** The first block of this number or a later one, by index: `blockCount` where there is none. */
  blockAt(number: number): number {
    const { blocks } = this;
    let low = 0;
    let high = this.blockCount;
    // Most documents come in order.
    if (high > 0 && numberOf(blocks[2 * high - 2]!) < number) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberOf(blocks[2 * middle]!) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the places of a block begin, by index; the end of all for the one after the last. */
  startOf(block: number): number {
    return block < this.blockCount ? this.blocks[2 * block + 1]! : this.count;
  }

  private numberAt(block: number): number {
    return block < this.blockCount ? numberOf(this.blocks[2 * block]!) : -1;
  }

  private placeAt(ordinal: number): number {
    const { places } = this;
    let low = 0;
    let high = this.count;
    if (high > 0 && numberOf(places[high - 1]!) < ordinal) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberOf(places[middle]!) < ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Room for `width` more at `at`, in the same array where it has some left. */
function opened(array: Int32Array, at: number, size: number, width: number): Int32Array {
  if (size + width <= array.length) {
    array.copyWithin(at + width, at, size);
    return array;
  }
  const larger = new Int32Array(array.length * 2);
  larger.set(array.subarray(0, at));
  larger.set(array.subarray(at, size), at + width);
  return larger;
}
