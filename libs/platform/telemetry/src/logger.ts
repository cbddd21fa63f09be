import { pino, type DestinationStream } from 'pino';
import { CENSOR, redactedPaths } from './redacted-paths.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes one line: the fields first, then what happened in words. An error goes under `err`. */
type Write = (fields: Record<string, unknown>, message: string) => void;

/** What the product logs through: the part of pino that it uses, so that a test can hand in four functions. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** A logger whose every line carries these fields too. */
  child(fields: Record<string, unknown>): Logger;
}

export interface LoggerOptions {
  readonly name: string;
  readonly level: LogLevel;
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
}

/** A logger of JSON lines in which credential-like fields, up to three levels deep, are replaced by `[redacted]`. */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    redact: { paths: [...redactedPaths()], censor: CENSOR },
  };
  return shaped(options.destination ? pino(settings, options.destination) : pino(settings));
}

function shaped(target: pino.Logger): Logger {
  return {
    debug: (fields, message) => target.debug(fields, message),
    info: (fields, message) => target.info(fields, message),
    warn: (fields, message) => target.warn(fields, message),
    error: (fields, message) => target.error(fields, message),
    child: (fields) => shaped(target.child(fields)),
  };
}
