/** Ordinals as bits: small enough to stay in the fastest memory while long postings are read against it. */
export class OrdinalSet {
  readonly bits: Uint32Array;

  constructor(room: number) {
    this.bits = new Uint32Array((room + 31) >>> 5);
  }

  add(ordinal: number): void {
    this.bits[ordinal >>> 5]! |= 1 << (ordinal & 31);
  }

  remove(ordinal: number): void {
    this.bits[ordinal >>> 5]! &= ~(1 << (ordinal & 31));
  }
}
