const TOKEN = /\btt_[A-Za-z0-9_-]{16,}/g;

/** The same value without turn tokens, at every depth, so that a terminal transcript is no reusable catalog contract. */
export function hideTokens(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(TOKEN, 'tt_(hidden)');
  if (Array.isArray(value)) return value.map(hideTokens);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'tool_turn_token')
      .map(([name, each]) => [name, hideTokens(each)]),
  );
}
