/** What a test may ask the in-process bus to do wrong. Each is a chance from 0 to 1; `withinMs` bounds every delay. */
export interface TransportFaults {
  /** The record comes once more some time later, after younger ones of its key: what a redelivery may do. */
  readonly duplicate?: number;
  /**
   * The record is acknowledged at once and comes later, after younger ones of its key: more than any bus does within a key.
   * What is held like this is lost if the process dies.
   */
  readonly reorder?: number;
  /** The record comes late, in order. */
  readonly delay?: number;
  readonly withinMs: number;
  /** From 0 up to 1. A seeded one makes a run repeatable. */
  readonly random: () => number;
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Delivers with the faults asked for. Resolves when the publisher may believe that the record was handled. */
export async function deliverFaultily(faults: TransportFaults, deliver: () => Promise<void>, held: Set<Promise<void>>): Promise<void> {
  const chance = (probability: number | undefined): boolean => probability !== undefined && faults.random() < probability;
  const hold = (): void => {
    const coming: Promise<void> = later(faults.random() * faults.withinMs)
      .then(deliver)
      .catch(() => undefined) // a group that left meanwhile: the fault is as good as a lost duplicate
      .finally(() => held.delete(coming));
    held.add(coming);
  };
  if (chance(faults.reorder)) return hold();
  if (chance(faults.delay)) await later(faults.random() * faults.withinMs);
  await deliver();
  if (chance(faults.duplicate)) hold();
}
