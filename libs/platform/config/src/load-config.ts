import type { z } from 'zod';

/** The settings are wrong; `problems` has one line for each, naming the variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const variableOf = (prefix: string, path: readonly PropertyKey[]): string =>
  `${prefix}${path
    .map(String)
    .join('_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()}`;

/** Variables whose value is not repeated to the terminal or a log when it is wrong; of a URL only the sign-in is hidden. */
const SECRET = /SECRET|PASSWORD|TOKEN|KEY/;
const MOST_SHOWN = 100;

function shown(variable: string, value: unknown): string {
  if (value === undefined) return 'missing';
  if (SECRET.test(variable)) return 'not shown';
  const text = String(value).replace(/\/\/.*@/s, '//…@');
  return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}

/**
 * Reads an application's settings once: `dataDir` from `TURNPIKE_DATA_DIR` and so on. Values given outright (from the command line) win.
 * An empty variable counts as absent. Answers a frozen object; throws ConfigError.
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  given: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
  prefix = 'TURNPIKE_',
): Readonly<z.infer<S>> {
  const raw = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = given[name] ?? env[variableOf(prefix, [name])];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = schema.safeParse(raw);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => {
      const variable = variableOf(prefix, path);
      return `${variable} is ${shown(variable, raw[String(path[0])])}: ${message}`;
    }),
  );
}
