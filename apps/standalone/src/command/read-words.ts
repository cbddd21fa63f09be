import { parseArgs } from 'node:util';

/** Words of the command line that mean nothing here. */
export class NotUnderstood extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotUnderstood';
  }
}

export interface ReadWords {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

/** Reads `[FILE] --name value --switch`; anything else is refused by name. */
export function readWords(
  usage: string,
  given: readonly string[],
  {
    words,
    values = [],
    switches = [],
  }: { readonly words: number; readonly values?: readonly string[]; readonly switches?: readonly string[] },
): ReadWords {
  const options = Object.fromEntries([
    ...values.map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  try {
    const parsed = parseArgs({ args: [...given], options, allowPositionals: true });
    if (parsed.positionals.length === words) return { words: parsed.positionals, flags: parsed.values as ReadWords['flags'] };
  } catch (error) {
    throw new NotUnderstood(`${(error as Error).message}\nusage: ${usage}`);
  }
  throw new NotUnderstood(`usage: ${usage}`);
}
