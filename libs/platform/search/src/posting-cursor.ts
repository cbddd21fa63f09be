import type { WantedTerm } from './score-document.js';
import { STEPS } from './weigh-document.js';

/** A term's posting as it is read: from the step worth most downwards. */
export class PostingCursor {
  step = STEPS - 1;
  /** Ordinals not read yet. */
  left: number;

  constructor(readonly term: WantedTerm) {
    this.left = term.posting.count;
    this.settle();
  }

  /** What this term can still add to a document that has not been met in it; 0 when all is read. */
  get most(): number {
    return this.step * this.term.unit;
  }

  take(): readonly number[] {
    const ordinals = this.term.posting.steps[this.step] as number[];
    this.left -= ordinals.length;
    this.step -= 1;
    this.settle();
    return ordinals;
  }

  /** Nothing more will be read. */
  skip(): void {
    this.step = 0;
    this.left = 0;
  }

  private settle(): void {
    const { steps } = this.term.posting;
    while (this.step > 0 && steps[this.step] === undefined) this.step -= 1;
  }
}

/** Most that all the terms could still add. */
export function restOf(cursors: readonly PostingCursor[]): number {
  let rest = 0;
  for (const cursor of cursors) rest += cursor.most;
  return rest;
}
