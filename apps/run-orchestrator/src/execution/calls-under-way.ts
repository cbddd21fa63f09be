import { Injectable } from '@nestjs/common';

/** Outward calls of this process, so that a cancellation can cut one off. */
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

  abort(runId: string): void {
    this.controllers.get(runId)?.abort();
  }

  abortAll(): void {
    for (const controller of this.controllers.values()) controller.abort();
  }
}
