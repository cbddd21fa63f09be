import * as z from 'zod';
import { refusal } from '../refusal.js';
import { vectorPart } from '../catalog/vector.js';

export const refused = z.object({ outcome: z.literal('refused'), refusal });

/** `done` with a value, or a refusal that the gateway hands on as it is. */
export const doneOrRefused = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('done'), value }), refused]);

/** Parts that moved since the vector was built, with their current values, as the owner of the part sees them. */
export const movedPart = z.object({
  part: vectorPart,
  key: z.string(),
  from: z.string(),
  to: z.string(),
  /** The part's current value, for the registry to keep: a connection's `{ state }`, a price's `{ per_call_milli }`. */
  value: z.object({ state: z.string().optional(), per_call_milli: z.int().optional() }).optional(),
});
export type MovedPart = z.infer<typeof movedPart>;

export const moved = z.object({
  outcome: z.literal('moved'),
  parts: z.array(movedPart),
});
export type Moved = z.infer<typeof moved>;
