/** `--data-dir x --port 1` → `{ dataDir: 'x', port: '1' }`; anything else is refused by name. */
export function readFlags(words: readonly string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 1) {
    const [name, joined] = (words[at] ?? '').split(/=(.*)/s);
    const value = joined ?? words[at + 1];
    if (!name?.startsWith('--') || value === undefined)
      throw new Error(`${words[at] ?? ''} is not understood: try --port 7420 or --data-dir DIR`);
    flags[name.slice(2).replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())] = value;
    if (joined === undefined) at += 1;
  }
  return flags;
}
