import { asyncPolicy, authScheme, contract, costPolicy, jsonObject } from '@turnpike/contracts';
import { z } from 'zod';

const { capability_id, title, description, scopes, permission, action_policy, modes, goals } = contract.shape;

/** Where the fields of the input go, for those that do not go where they would by themselves. */
const placeName = z.enum(['path', 'query', 'header', 'cookie', 'body']);

/** `contracts/*.yaml`: one capability, written by hand. What is not named gets the safe or the usual value. */
export const contractFile = z.strictObject({
  id: capability_id,
  title,
  summary: z.string().min(1).max(500),
  description: description.default(''),
  /** JSON Schema of the parameters: an object. Fields that it does not name are refused unless it says otherwise. */
  input: jsonObject.default({}),
  output: jsonObject.optional(),
  action_policy,
  permission: permission.optional(),
  scopes: scopes.optional(),
  cost: costPolicy.partial({ charge_on: true }).optional(),
  async: asyncPolicy.partial().optional(),
  modes: modes.optional(),
  goals: goals.default([]),
  composite: contract.shape.composite.unwrap().optional(),
  web_url: z.string().max(2_000).optional(),
  deprecated: z.boolean().default(false),
  http: z.strictObject({
    method: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
    /** `/v1/contacts/{contact_id}`; what stands in braces is a field of the input. */
    path: z.string().regex(/^\//, 'a path that begins with /').max(2_000),
    server_url: z.url().max(2_000).optional(),
    in: z.record(z.string(), placeName).optional(),
    /** Field of the input → its name in the request, where that differs. */
    names: z.record(z.string(), z.string().min(1).max(200)).optional(),
    body: z.enum(['json', 'form']).default('json'),
    headers: z.record(z.string(), z.string().max(2_000)).optional(),
    auth: z.array(authScheme).min(1).max(10).optional(),
    /** Header that carries the run's idempotency key, where the provider honours one. */
    idempotency_header: z.string().max(100).optional(),
  }),
});
export type ContractFile = z.infer<typeof contractFile>;
