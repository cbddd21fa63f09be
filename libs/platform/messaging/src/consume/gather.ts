interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (cause: unknown) => void;
}

/** Works on items a group at a time: what comes while one group is worked on makes up the next, at most `most` of them. Nothing waits for a clock. */
export class Gatherer<T, R> {
  private readonly waiting: Waiting<T, R>[] = [];
  private working = false;

  constructor(
    private readonly most: number,
    /** One result for each item, in their order, or the promise of one. A throw is the result of them all. */
    private readonly work: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>,
  ) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.working) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) await this.workOn(this.waiting.splice(0, this.most));
    this.working = false;
  }

  private async workOn(group: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R | Promise<R>);
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  }
}
