import { refuse, type Refusal } from '@turnpike/contracts';
import type { RunRow } from './run-row.js';

/** What a run says that was cancelled with nothing done. */
export const cancelledBeforeItBegan = (row: RunRow, reason: string | null): Refusal =>
  refuse(
    'run_cancelled',
    `The run was cancelled before it began${reason ? `: ${reason}` : '.'}`,
    { run_id: row.run_id, state: 'cancelled' },
    {
      control: 'runs_get',
      arguments: { run_id: row.run_id },
      instruction: 'It did nothing; issue another call if the work is still wanted.',
    },
  );
