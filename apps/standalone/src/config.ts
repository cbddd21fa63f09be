import { z } from 'zod';

/** Settings of the embedded product, each `TURNPIKE_…` in the environment. */
export const standaloneConfig = z.object({
  /** Where everything is kept. */
  dataDir: z.string().min(1).default('.turnpike'),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(7420),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
  /** A PostgreSQL server of one's own, without a database name; the shipped one otherwise. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
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
