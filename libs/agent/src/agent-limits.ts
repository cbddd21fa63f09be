/** What one conversation remembers at most; the oldest goes first, and what is gone is read again. */
export const AGENT_LIMITS = {
  /** Contracts delivered. */
  contracts: 500,
  /** Ids that do not exist, and ids whose turn was retired. */
  ids: 1_000,
  /** Live calls that are over. One that is not over is never forgotten. */
  liveCalls: 1_000,
} as const;
