/** Whether an API key's scopes cover one that is required: `*` covers all, `crm:*` all of crm. A session (null) has no such limit. */
export function coversScope(held: readonly string[] | null, required: string): boolean {
  if (held === null) return true;
  const family = required.slice(0, required.indexOf(':'));
  return held.some((scope) => scope === '*' || scope === required || scope === `${family}:*`);
}

export const missingScopes = (held: readonly string[] | null, required: readonly string[]): string[] =>
  required.filter((scope) => !coversScope(held, scope));
