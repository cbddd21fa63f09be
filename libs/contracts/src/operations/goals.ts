import * as z from 'zod';
import { defineOperation } from '../definition.js';

export const goalsForget = defineOperation({
  name: 'goals_forget',
  summary: 'Forget which goals led to which runs in this workspace.',
  description:
    'Searches learn, within their own workspace only, which capability a goal led to. This erases all of it; searches then rank by the catalog alone until new runs succeed.',
  input: z.strictObject({ confirm: z.literal(true).optional() }),
  output: z.object({ forgotten: z.int() }),
  permission: 'turns.write',
  effect: 'write',
  confirm: true,
  rest: { method: 'POST', path: '/v1/admin/goals/forget' },
  cli: { command: 'admin goals forget', positional: [] },
});
