import { actionPolicy, asyncPolicy, capabilityId, costPolicy, mode, permissionName, scopeName } from '@turnpike/contracts';
import { z } from 'zod';
import { BrokenDocument, pointerTo } from './document.js';

const operationOverlay = z.strictObject({
  /** The capability's id, instead of the one made from method and path. */
  id: capabilityId.optional(),
  title: z.string().min(1).max(200).optional(),
  summary: z.string().max(500).optional(),
  description: z.string().max(8_000).optional(),
  action_policy: actionPolicy.optional(),
  permission: permissionName.optional(),
  scopes: z.array(scopeName).max(20).optional(),
  cost: costPolicy.partial({ charge_on: true }).optional(),
  async: asyncPolicy.partial().optional(),
  modes: z.array(mode).min(1).max(3).optional(),
  composite: z.strictObject({ replaces: z.array(capabilityId).min(1).max(50) }).optional(),
  goals: z.array(z.string().min(1).max(300)).max(50).optional(),
  web_url: z.string().max(2000).optional(),
  idempotency_header: z.string().max(100).optional(),
  /** Which of the body's media types is sent, where the document offers several. */
  body: z.string().min(3).max(200).optional(),
  /** Why this operation becomes no capability. */
  leave_out: z.string().min(1).max(300).optional(),
});
export type OperationOverlay = z.infer<typeof operationOverlay>;

/** What the pack's owner says about the document's operations, by `METHOD /path`. */
const overlay = z.strictObject({
  pack: z
    .strictObject({
      id: z.string().optional(),
      title: z.string().min(1).max(200).optional(),
      description: z.string().max(4_000).optional(),
    })
    .optional(),
  operations: z.record(z.string(), operationOverlay).optional(),
});
export type Overlay = z.infer<typeof overlay>;

/** Checks an overlay; throws BrokenDocument with a pointer into it (after `overlay`). */
export function readOverlay(value: unknown): Overlay {
  const parsed = overlay.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BrokenDocument(pointerTo('/overlay', ...(issue?.path ?? []).map(String)), issue?.message ?? 'is not an overlay');
}
