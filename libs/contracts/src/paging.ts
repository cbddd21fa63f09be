import * as z from 'zod';
import { LIMITS } from './limits.js';

/** Every cursor list takes these and answers `items` and `next_cursor`. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(LIMITS.pageItems).optional(),
};

export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });
