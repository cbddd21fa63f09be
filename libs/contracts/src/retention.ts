/**
 * How many days what is over is kept: the default, and the least that may be set. Less would break a promise: an answer is repeated for 72
 * hours under its idempotency key, and a turn that ended says why for a day. Runs whose end is not known, audit entries, contracts and
 * ledgers are kept for good.
 */
export const RETENTION = {
  runDays: { default: 90, least: 3 },
  idempotencyDays: { default: 7, least: 3 },
  sessionDays: { default: 30, least: 1 },
  ownerRequestDays: { default: 7, least: 3 },
  turnDays: { default: 1, least: 1 },
} as const;

export type RetentionDays = Readonly<Record<keyof typeof RETENTION, number>>;

export const DEFAULT_RETENTION = Object.fromEntries(
  Object.entries(RETENTION).map(([name, days]) => [name, days.default]),
) as unknown as RetentionDays;
