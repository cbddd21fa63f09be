/** A fresh idempotency key. By `getRandomValues`, since `randomUUID` is missing in pages that were not loaded over https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
