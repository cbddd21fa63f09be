export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from './logger.js';
