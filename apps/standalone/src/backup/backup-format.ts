import { z } from 'zod';

/**
 * A backup is one gzipped tar archive: what it is (`turnpike-backup.json`), PostgreSQL's password, its data directory as of one moment, and
 * last the digest of every file (`turnpike-files.json`): an archive without its last entry was cut short.
 */
export const ABOUT_ENTRY = 'turnpike-backup.json';
export const PASSWORD_ENTRY = 'postgres.password';
export const CLUSTER_FOLDER = 'postgres';
export const FILES_ENTRY = 'turnpike-files.json';

/** An entry of JSON is read into memory: it may be so large. */
export const MOST_JSON_BYTES = 16 * 1024 * 1024;

export const aboutBackup = z.object({
  format: z.literal('turnpike-backup/1'),
  /** The build that made it. */
  product: z.string(),
  made_at: z.string(),
  /** PostgreSQL's major version, and where its files fit. */
  postgres: z.string(),
  platform: z.string(),
  /** The id of the master key that opens the sealed credentials. The key itself is not in a backup. */
  key_id: z.string(),
  /** By service: the steps its schema has gone through, by id. */
  services: z.record(z.string(), z.object({ migrations: z.array(z.string()) })),
});
export type AboutBackup = z.infer<typeof aboutBackup>;

/** Path in the archive → SHA-256 of its content. */
export const backedUpFiles = z.object({ files: z.record(z.string(), z.string()) });

export const platformHere = (): string => `${process.platform}-${process.arch}`;
