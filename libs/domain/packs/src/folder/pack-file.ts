import { authScheme, offeredPack, packId, packState, providerId } from '@turnpike/contracts';
import { z } from 'zod';

const { title, description, contact } = offeredPack.shape;
const inFolder = z
  .string()
  .max(300)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+$/, 'a path within the folder');

/** `pack.yaml`. */
export const packFile = z.strictObject({
  id: packId,
  title,
  description,
  contact,
  /** Live where none is named. */
  state: packState.exclude(['withdrawn']).default('live'),
  successor: packId.optional(),
  /** The outside system that the pack's capabilities call, which a workspace connects. None: they need no credential. */
  provider: z
    .strictObject({
      id: providerId,
      title: z.string().min(1).max(200),
      scopes: z.array(z.string().max(200)).max(100).default([]),
      auth: z
        .array(authScheme)
        .min(1)
        .max(10)
        .default([{ type: 'bearer' }]),
    })
    .optional(),
  /** Where the API is reached; replaces the document's servers, and is what hand-written contracts call. */
  server_url: z
    .url()
    .max(2_000)
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  openapi: inFolder.optional(),
  overlay: inFolder.optional(),
});
export type PackFile = z.infer<typeof packFile>;
