import { Injectable } from '@nestjs/common';

/** Why a call is cut off: somebody cancelled its run, or this process stops. */
export type CutOff = 'cancelled' | 'stopping';

/** Outward calls of this process, so that a cancellation can cut one off. At most as many as runs are worked on at once. */
@Injectable()
export class CallsUnderWay {
  private readonly controllers = new Map<string, AbortController>();

  begin(runId: string): AbortSignal {
    const controller = new AbortController();
    this.controllers.set(runId, controller);
    return controller.signal;
  }

  end(runId: string): void {
    this.controllers.delete(runId);
  }

  abort(runId: string, why: CutOff): void {
    this.controllers.get(runId)?.abort(why);
  }

  abortAll(why: CutOff): void {
    for (const controller of this.controllers.values()) controller.abort(why);
  }
}
