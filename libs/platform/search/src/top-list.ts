/** The best few of many: a heap whose root is the worst that is kept. */
export class TopList {
  private readonly kept: { ordinal: number; score: number }[] = [];
  /** What a score must reach to be kept: 0 while there is room. */
  floor = 0;

  /** `isBefore` settles equal scores, so that the outcome does not depend on the order of arrival. */
  constructor(
    private readonly limit: number,
    private readonly isBefore: (ordinal: number, other: number) => boolean,
  ) {}

  offer(ordinal: number, score: number): void {
    if (score < this.floor) return;
    const item = { ordinal, score };
    if (this.kept.length < this.limit) {
      this.kept.push(item);
      this.rise(this.kept.length - 1);
    } else if (this.kept[0] && this.isWorse(this.kept[0], item)) {
      this.kept[0] = item;
      this.sink();
    }
    if (this.kept.length === this.limit) this.floor = this.kept[0]?.score ?? Infinity;
  }

  best(): { ordinal: number; score: number }[] {
    return [...this.kept].sort((a, b) => (this.isWorse(a, b) ? 1 : -1));
  }

  private isWorse(a: { ordinal: number; score: number }, b: { ordinal: number; score: number }): boolean {
    return a.score !== b.score ? a.score < b.score : this.isBefore(b.ordinal, a.ordinal);
  }

  private rise(from: number): void {
    const { kept } = this;
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.isWorse(kept[at]!, kept[parent]!)) return;
      [kept[at], kept[parent]] = [kept[parent]!, kept[at]!];
      at = parent;
    }
  }

  private sink(): void {
    const { kept } = this;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= kept.length) return;
      const right = left + 1;
      const child = right < kept.length && this.isWorse(kept[right]!, kept[left]!) ? right : left;
      if (!this.isWorse(kept[child]!, kept[at]!)) return;
      [kept[at], kept[child]] = [kept[child]!, kept[at]!];
      at = child;
    }
  }
}
