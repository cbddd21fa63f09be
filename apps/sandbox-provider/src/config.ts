import { z } from 'zod';

const schema = z.object({
  /** 0 takes any free port. */
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(7430),
  SANDBOX_TOKEN: z.string().min(1).default('sandbox-demo-key'),
});

export interface SandboxConfig {
  readonly port: number;
  readonly token: string;
}

export function readConfig(environment: Record<string, string | undefined>): SandboxConfig {
  const parsed = schema.parse(environment);
  return Object.freeze({ port: parsed.SANDBOX_PORT, token: parsed.SANDBOX_TOKEN });
}

export const DEFAULT_CONFIG = readConfig({});
