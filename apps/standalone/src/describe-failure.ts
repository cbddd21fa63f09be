import { EmbeddedPostgresError } from '@turnpike/platform-persistence';
import { ConfigError } from '@turnpike/platform-config';

/** One line that says what stands in the way and what to do. */
export function describeFailure(error: unknown): string {
  if (error instanceof EmbeddedPostgresError || error instanceof ConfigError) return error.message;
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is taken by another program: stop it, or choose another with --port or TURNPIKE_PORT.`;
  if (code === 'EACCES') return `Not allowed: ${message ?? ''}. Choose another port (--port) or data directory (--data-dir).`;
  return `Turnpike did not start: ${message ?? String(error)}`;
}
