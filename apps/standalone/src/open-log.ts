import { mkdirSync } from 'node:fs';
import { createLogger, type Logger, type LogLevel } from '@turnpike/platform-telemetry';
import { createStream } from 'rotating-file-stream';

/** The files of a log folder: what is written, and how much of it is kept. Together they never take more than about 60 MiB. */
export const LOG_FILES = { name: 'turnpike.log', size: '10M', kept: 5 } as const;

export interface OpenLog {
  readonly logger: Logger;
  /** Resolves when all that was logged is in the file. */
  close(): Promise<void>;
}

/** Standard output, where whoever started the product keeps it; or files in a folder, begun anew at 10 MiB, the newest five of the old kept. */
export function openLog({ logDir, logLevel }: { logDir?: string | undefined; logLevel: LogLevel }, size: string = LOG_FILES.size): OpenLog {
  const options = { name: 'turnpike', level: logLevel };
  if (logDir === undefined) return { logger: createLogger(options), close: () => Promise.resolve() };
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const file = createStream(nameOf, {
    path: logDir,
    size: size as '10M',
    maxFiles: LOG_FILES.kept,
    history: 'turnpike.log.txt',
    mode: 0o600,
  });
  // A full disk must not end the product: what cannot be logged is lost, and said once where somebody may see it.
  file.once('error', (error: Error) => process.stderr.write(`the log in ${logDir} cannot be written: ${error.message}\n`));
  file.on('error', () => undefined);
  return { logger: createLogger({ ...options, destination: file }), close: () => new Promise((resolve) => file.end(() => resolve())) };
}

/** `turnpike.log`; once it is full, named by the moment: two in one millisecond are told apart by `index`. */
function nameOf(time: number | Date | null, index = 0): string {
  return time === null ? LOG_FILES.name : `turnpike-${new Date(time).toISOString().replace(/[:.]/g, '-')}-${index}.log`;
}
