import { Worker } from 'node:worker_threads';
import { checkLimits, type SchemaProblem } from './check-limits.js';
import { resolveFrom } from './resolve-from.js';
import { VET_WORKER } from './vet-worker.js';

export type VetOutcome =
  { readonly ok: true } | ({ readonly ok: false; /** Which of the schemas. */ readonly index: number } & SchemaProblem);

export interface OfferedSchema {
  readonly schema: unknown;
  /** True where values will be checked against it here; one that only describes is compiled nowhere. */
  readonly validates: boolean;
}

export interface VetBudget {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** For a whole publish; an import of 5,000 operations fits. */
const BUDGET: VetBudget = { milliseconds: 30_000, megabytes: 256 };

type Message = { begins: number } | { done: true } | ({ index: number } & SchemaProblem);

/** Whether schemas of strangers may be compiled here: limits first, then a trial in a worker that may be killed instead of us. */
export async function vetSchemas(offered: readonly OfferedSchema[], budget: VetBudget = BUDGET): Promise<VetOutcome> {
  for (const [index, { schema }] of offered.entries()) {
    const problem = checkLimits(schema);
    if (problem) return { ok: false, index, ...problem };
  }
  return offered.length === 0 ? { ok: true } : tryInWorker(offered, budget);
}

function tryInWorker(schemas: readonly OfferedSchema[], budget: VetBudget): Promise<VetOutcome> {
  const worker = new Worker(VET_WORKER, {
    eval: true,
    workerData: { schemas, resolveFrom: resolveFrom() },
    resourceLimits: { maxOldGenerationSizeMb: budget.megabytes, stackSizeMb: 4 },
    execArgv: [],
  });
  return new Promise((resolve) => {
    let at = 0;
    const settle = (outcome: VetOutcome): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(outcome);
    };
    const timer = setTimeout(
      () => settle({ ok: false, index: at, pointer: '', reason: `took more than ${budget.milliseconds} ms to compile` }),
      budget.milliseconds,
    );
    worker.on('message', (message: Message) => {
      if ('begins' in message) at = message.begins;
      else settle('done' in message ? { ok: true } : { ok: false, ...message });
    });
    worker.on('error', (error) =>
      settle({
        ok: false,
        index: at,
        pointer: '',
        reason: `cannot be compiled within ${budget.megabytes} MB: ${error.message.slice(0, 100)}`,
      }),
    );
    worker.on('exit', () => settle({ ok: false, index: at, pointer: '', reason: 'ended its compilation' }));
  });
}
