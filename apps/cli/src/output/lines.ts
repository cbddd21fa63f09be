export type Fields = Record<string, unknown>;

export const asList = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

export const write = (text: string): void => void process.stdout.write(`${text}\n`);

/** JSON, moved in by two. */
export const indented = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^/gm, '  ');
