import { loadConfig } from '@turnpike/platform-config';
import { z } from 'zod';

const schema = z.object({
  /** 0 takes any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(7430),
  /** The demo key; not a secret unless one is set. */
  token: z.string().min(1).default('sandbox-demo-key'),
});

export type SandboxConfig = Readonly<z.infer<typeof schema>>;

export const DEFAULT_CONFIG: SandboxConfig = Object.freeze(schema.parse({}));

/** From `SANDBOX_PORT` and `SANDBOX_TOKEN`. */
export const configFromEnvironment = (): SandboxConfig => loadConfig(schema, {}, undefined, 'SANDBOX_');
