import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';

/** Wakes, within this process, whoever waits for a run or for work. Everything it says is also in the database, which is polled. */
@Injectable()
export class RunSignals {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  runMoved(runId: string): void {
    this.emitter.emit(`run:${runId}`);
  }

  workWaits(): void {
    this.emitter.emit('work');
  }

  onWork(listener: () => void): () => void {
    this.emitter.on('work', listener);
    return () => this.emitter.off('work', listener);
  }

  /** Resolves when the run moves, or after `ms`. */
  untilMoved(runId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.emitter.off(`run:${runId}`, done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.emitter.on(`run:${runId}`, done);
    });
  }
}
