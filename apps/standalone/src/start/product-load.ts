import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../door/open-door.js';

export interface Load {
  /** Runs that were acknowledged, in their order. */
  readonly acknowledged: readonly string[];
  stop(): Promise<void>;
}

/** Live writing runs, one after another in several lanes, until stopped; `slow` is called now and then and not waited for. */
export function loadRuns(by: Caller, capability: string, lanes = 4): Load {
  const acknowledged: string[] = [];
  let going = true;
  const lane = async (name: number): Promise<void> => {
    for (let n = 0; going; n += 1) {
      const { tool_turn_token: token } = await by.data('tools_get', { capability_id: capability });
      const params = { name: 'L', email: `lane${name}-${n}@load.example` };
      const answer = await by.call('tools_run', { capability_id: capability, params, mode: 'live', tool_turn_token: token });
      const id = answer.meta.run?.id;
      if (id === undefined) throw new Error(`no run: ${JSON.stringify(answer)}`);
      acknowledged.push(id);
      await sleep(1);
    }
  };
  const lanesDone = Promise.all(Array.from({ length: lanes }, (_none, name) => lane(name)));
  lanesDone.catch(() => undefined);
  return {
    acknowledged,
    stop: async () => {
      going = false;
      await lanesDone;
    },
  };
}
