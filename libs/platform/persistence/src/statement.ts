/** SQL text, or a named statement that PostgreSQL prepares once a connection: hot paths are always named. */
export type Statement = string | { readonly name: string; readonly text: string };

export type Row = Record<string, unknown>;
