export { baseMigration } from './base-migration.js';
export { Database, type DatabaseOptions } from './database.js';
export { lockKey } from './lock-key.js';
export { migrate, MigrationMismatch, type Migration } from './migrate.js';
export { onceByKey, type OnceOutcome, type OwnerRequest } from './once-by-key.js';
export { raiseEra } from './raise-era.js';
export type { Row, Statement } from './statement.js';
export { StoreUnavailable } from './store-unavailable.js';
export { onCommit, Transaction } from './transaction.js';
