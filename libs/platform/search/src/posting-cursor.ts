import { SHELVES, topOf } from './posting.js';
import type { WantedTerm } from './score-document.js';

/** A term's posting as it is read: from the shelf worth most downwards. */
export class PostingCursor {
  /** The most that this term can still add to a document that has not been met in it; 0 when all is read. */
  most = 0;
  /** Where reading goes on. */
  from = 0;
  private shelf = 0;

  constructor(readonly term: WantedTerm) {
    this.settle();
  }

  /** Places not read yet. */
  get left(): number {
    return this.term.posting.count - this.from;
  }

  /** Where the shelf that is read next ends. */
  get to(): number {
    return this.term.posting.ends[this.shelf] as number;
  }

  /** The shelf is read. */
  next(): void {
    this.from = this.to;
    this.shelf += 1;
    this.settle();
  }

  /** The highest step that is not read. */
  get top(): number {
    return topOf(this.shelf);
  }

  /** Nothing more will be read. */
  skip(): void {
    this.from = this.term.posting.count;
    this.shelf = SHELVES;
    this.most = 0;
  }

  private settle(): void {
    const { ends, count } = this.term.posting;
    if (this.from === count) return this.skip();
    while ((ends[this.shelf] as number) === this.from) this.shelf += 1;
    this.most = this.top * this.term.unit;
  }
}

/** Most that all the terms could still add. */
export function restOf(cursors: readonly PostingCursor[]): number {
  let rest = 0;
  for (const cursor of cursors) rest += cursor.most;
  return rest;
}
