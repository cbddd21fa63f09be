import { RETENTION } from '@turnpike/contracts';
import { z } from 'zod';

/** `TURNPIKE_RUN_DAYS` and so on: how long what is over is kept. */
const days = ({ default: usual, least }: { default: number; least: number }) =>
  z.coerce.number().int().min(least).max(36_500).default(usual);

/** Settings of the embedded product, each `TURNPIKE_…` in the environment. */
export const standaloneConfig = z.object({
  /** Where everything is kept. */
  dataDir: z.string().min(1).default('.turnpike'),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(7420),
  /** By which address people and agents reach it, where that is not where it listens: behind a proxy, or by a name. */
  publicUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  /** A folder for the log, in files that are begun anew when full; standard output otherwise. */
  logDir: z.string().min(1).optional(),
  /** A PostgreSQL server of one's own, without a database name; the shipped one otherwise. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  runDays: days(RETENTION.runDays),
  idempotencyDays: days(RETENTION.idempotencyDays),
  sessionDays: days(RETENTION.sessionDays),
  ownerRequestDays: days(RETENTION.ownerRequestDays),
  turnDays: days(RETENTION.turnDays),
  ownerEmail: z.email().default('owner@localhost.localdomain'),
  workspaceName: z.string().min(1).max(100).default('My workspace'),
  /** host:port destinations, separated by commas, that an import by URL may read although they are private. */
  importAllow: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
});
export type StandaloneConfig = Readonly<z.infer<typeof standaloneConfig>>;
