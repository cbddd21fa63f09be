import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@turnpike/kernel';
import { z } from 'zod';

/** How a data directory is laid out: `postgres/`, `master.key`, `log/`. Raised when a build moves or renames something in it. */
const LAYOUT = 1;

const FILE = 'turnpike.json';
const written = z.object({ layout: z.number().int().min(1), used_by: z.string() });
export type Layout = z.infer<typeof written>;

/** A data directory, or a database in it, that a newer build has written. Nothing was changed. */
export class WrittenByNewer extends Error {
  constructor(dataDir: string, by: string, what: string) {
    super(
      `${dataDir} was written by Turnpike ${by}, newer than this one (${PRODUCT_VERSION}): ${what}. Start it with that build, or restore a backup that this build made.`,
    );
    this.name = 'WrittenByNewer';
  }
}

/** What a data directory says of itself; null where it is new, or was made before it said so. Throws WrittenByNewer. */
export function readLayout(dataDir: string): Layout | null {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return null;
  const parsed = written.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new WrittenByNewer(dataDir, 'of unknown version', `${FILE} is not understood`);
  if (parsed.data.layout > LAYOUT)
    throw new WrittenByNewer(dataDir, parsed.data.used_by, `its layout is ${parsed.data.layout}, known here is ${LAYOUT}`);
  return parsed.data;
}

/** Says who uses it from now on. Whole or not at all: a crash in between leaves the old words. */
export function writeLayout(dataDir: string): void {
  const beside = join(dataDir, `${FILE}.part`);
  writeFileSync(beside, `${JSON.stringify({ layout: LAYOUT, used_by: PRODUCT_VERSION })}\n`, { mode: 0o600 });
  renameSync(beside, join(dataDir, FILE));
}
