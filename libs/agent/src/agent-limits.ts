/** What one conversation shows and remembers at most; of what it remembers the oldest goes first, and what is gone is read again. */
export const AGENT_LIMITS = {
  /** A result that is longer, as JSON, is cut for the model; the run keeps the whole. */
  resultCharacters: 100_000,
  /** Contracts delivered. */
  contracts: 500,
  /** Ids that do not exist, and ids whose turn was retired. */
  ids: 1_000,
  /** Live calls that are over. One that is not over is never forgotten. */
  liveCalls: 1_000,
} as const;
