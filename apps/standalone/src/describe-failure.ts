import { EmbeddedPostgresError, MigrationMismatch } from '@turnpike/platform-persistence';
import { ConfigError } from '@turnpike/platform-config';
import { BackupRefused } from './backup/backup-refused.js';
import { WrittenByNewer } from './data-directory/layout.js';
import { NotUnderstood } from './command/read-words.js';

/** One line that says what stands in the way and what to do. */
export function describeFailure(error: unknown): string {
  for (const told of [EmbeddedPostgresError, MigrationMismatch, ConfigError, BackupRefused, NotUnderstood, WrittenByNewer])
    if (error instanceof told) return error.message;
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is taken by another program: stop it, or choose another with --port or TURNPIKE_PORT.`;
  if (code === 'ENOSPC') return `There is no disk space left (${message ?? ''}): free some, then try again.`;
  if (code === 'EEXIST') return `${message ?? ''}: another is being written, or one was cut short; remove it.`;
  if (code === 'EACCES') return `Not allowed: ${message ?? ''}. Choose another port (--port) or data directory (--data-dir).`;
  return `Turnpike cannot do this: ${message ?? String(error)}`;
}
