import * as z from 'zod';

/** The six parts a delivered contract depends on; each has one owner that fences it. */
export const VECTOR_PARTS = ['contract', 'pack', 'install', 'connection', 'price', 'permission'] as const;
export const vectorPart = z.enum(VECTOR_PARTS);
export type VectorPart = z.infer<typeof vectorPart>;

/**
 * What a delivered descriptor was built from, one text per part: a version number, or a word where there is none
 * (`none` for no provider or no price, `held` | `missing` for the permission). Equal vectors mean nothing changed.
 */
export const vector = z.object({
  contract: z.string().max(80),
  pack: z.string().max(80),
  install: z.string().max(80),
  connection: z.string().max(80),
  price: z.string().max(80),
  permission: z.string().max(80),
});
export type Vector = z.infer<typeof vector>;

export const vectorChange = z.object({ part: vectorPart, key: z.string().max(300), from: z.string().max(80), to: z.string().max(80) });
export type VectorChange = z.infer<typeof vectorChange>;
