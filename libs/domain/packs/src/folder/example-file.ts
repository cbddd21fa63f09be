import { capabilityId, jsonObject } from '@turnpike/contracts';
import { z } from 'zod';

/** `examples/*.yaml`: parameters that fit a contract, and some that must not; each is tried as a smoke test. */
export const exampleFile = z.strictObject({
  capability: capabilityId,
  examples: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(200),
        params: jsonObject.default({}),
        /** `invalid`: the contract must refuse them. */
        expect: z.enum(['valid', 'invalid']).default('valid'),
      }),
    )
    .min(1)
    .max(200),
});
export type ExampleFile = z.infer<typeof exampleFile>;
