/**
 * Packs by number, and a caller's packs as a mask over those numbers. A mask is kept for as long as the caller's set is:
 * a set given once must not be changed, a caller whose catalog changes gives another.
 */
export class PackNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly masks = new WeakMap<ReadonlySet<string>, Uint8Array>();

  /** A pack's number; a pack that is not known yet gets one. */
  of(packKey: string): number {
    const known = this.numbers.get(packKey);
    if (known !== undefined) return known;
    this.numbers.set(packKey, this.numbers.size);
    return this.numbers.size - 1;
  }

  /** 1 at the number of each pack in the set. Made anew where packs have come since. */
  maskOf(packKeys: ReadonlySet<string>): Uint8Array {
    const known = this.masks.get(packKeys);
    if (known?.length === this.numbers.size) return known;
    const mask = new Uint8Array(this.numbers.size);
    for (const packKey of packKeys) {
      const number = this.numbers.get(packKey);
      if (number !== undefined) mask[number] = 1;
    }
    this.masks.set(packKeys, mask);
    return mask;
  }
}
