import { Injectable } from '@nestjs/common';
import { Clients } from '../clients.js';
import type { Handler } from '../dispatch/handler.js';
import { doneWith, fromService, refusedWith } from '../dispatch/outcome.js';

/** runs_list, runs_get, runs_events (as a list) and runs_cancel. */
@Injectable()
export class ReadRuns {
  constructor(private readonly clients: Clients) {}

  handlers(): Record<string, Handler> {
    const { orchestrator } = this.clients;
    return {
      runs_list: async ({ caller, context }, input: Parameters<typeof orchestrator.listRuns>[1]['input']) =>
        fromService(await orchestrator.listRuns(context, { caller, input })),
      runs_get: async ({ caller, context }, input: { run_id: string }) => {
        const answer = await orchestrator.getRun(context, { caller, input });
        if (answer.outcome === 'refused') return refusedWith(answer.refusal);
        const { run } = answer.value;
        return doneWith(run, { run: { id: run.run_id, state: run.state }, contract: run.contract });
      },
      runs_events: async ({ caller, context }, input: { run_id: string; after?: number }) =>
        fromService(await orchestrator.events(context, { caller, run_id: input.run_id, after: input.after ?? 0, wait_ms: 0 })),
      runs_cancel: async ({ caller, context }, input: { run_id: string; reason?: string }) =>
        fromService(await orchestrator.cancelRun(context, { caller, input })),
    };
  }
}
