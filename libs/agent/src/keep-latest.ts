/** Puts an entry last, and lets the oldest go where there are more than `most`. */
export function keepLatest<V>(entries: Map<string, V>, name: string, value: V, most: number): void {
  entries.delete(name);
  entries.set(name, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}
