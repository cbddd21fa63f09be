/** Ordinals as bits, 32 to a word. */
export const has = (bits: Uint32Array, ordinal: number): boolean => (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0;

/**
 * Which documents a caller sees, as bits by ordinal. The bits are kept for as long as the caller's set of packs is: a set
 * given once must not be changed, a caller whose catalog changes gives another.
 */
export class Visibility {
  private readonly numbers = new Map<string, number>();
  private readonly known = new WeakMap<ReadonlySet<string>, { revision: number; bits: Uint32Array }>();
  private packOf = new Int32Array(1_024);
  /** Counts the times that an ordinal came to a pack. */
  private revision = 0;

  /** The document of an ordinal is of this pack. One that is gone need not be told: nothing leads to it. */
  place(ordinal: number, packKey: string): void {
    const number = this.numbers.get(packKey) ?? this.numbers.size + 1;
    this.numbers.set(packKey, number);
    if (ordinal >= this.packOf.length) {
      const larger = new Int32Array(this.packOf.length * 2);
      larger.set(this.packOf);
      this.packOf = larger;
    }
    if (this.packOf[ordinal] === number) return;
    this.packOf[ordinal] = number;
    this.revision += 1;
  }

  of(packKeys: ReadonlySet<string>): Uint32Array {
    const known = this.known.get(packKeys);
    if (known?.revision === this.revision) return known.bits;
    const bits = this.make(packKeys);
    this.known.set(packKeys, { revision: this.revision, bits });
    return bits;
  }

  private make(packKeys: ReadonlySet<string>): Uint32Array {
    const mask = new Uint8Array(this.numbers.size + 1);
    for (const packKey of packKeys) mask[this.numbers.get(packKey) ?? 0] = 1;
    // Number 0 is no pack: ordinals that were never given.
    mask[0] = 0;
    const bits = new Uint32Array(this.packOf.length / 32);
    for (let ordinal = 0; ordinal < this.packOf.length; ordinal += 1)
      bits[ordinal >>> 5]! |= mask[this.packOf[ordinal]!]! << (ordinal & 31);
    return bits;
  }
}
