import * as z from 'zod';

/** Any JSON value, as it came. */
export const json = z.json();
/** A JSON object, e.g. the parameters of a run or a JSON Schema. */
export const jsonObject = z.record(z.string(), z.json());
export type JsonObject = z.infer<typeof jsonObject>;

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** Credits on the wire: a decimal string with at most 3 places. */
export const credits = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,3})?$/, 'a decimal of at most 3 places, as text: "12.5"');

/** Credits inside: an integer of 1/1000 credit. */
export const milli = z.int().min(0);

/** A version as `(era, n)` in one integer; see kernel `version.ts`. */
export const version = z.int().min(0);
