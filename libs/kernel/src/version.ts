/**
 * A version of a row that its owner tells others: `era × 2^40 + n` as one safe integer, so that plain comparison is the
 * order (era, n). `n` is drawn from the owner's sequence under the row's exclusive lock; `era` is raised by the owner's
 * restore command, so that a restored database never gives a number out twice. Eras up to 8,191.
 */
export type Version = number;

export const ERA_SIZE = 2 ** 40;

export const versionOf = (era: number, n: number): Version => era * ERA_SIZE + n;
export const eraOf = (version: Version): number => Math.floor(version / ERA_SIZE);
export const numberOf = (version: Version): number => version % ERA_SIZE;
