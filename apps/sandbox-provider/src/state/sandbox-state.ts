import { SandboxProblem } from '../operation/problem.js';
import { seed } from './seed.js';
import type { Contact, ContactList, Message, Sequence, Workbook } from './records.js';

/** Of each kind. */
const MOST_RECORDS = 10_000;

/** Everything the provider knows, in memory. Ids count up from the seed, so that a story can be told twice. */
export class SandboxState {
  readonly contacts = new Map<string, Contact>();
  readonly lists = new Map<string, ContactList>();
  readonly sequences = new Map<string, Sequence>();
  readonly outbox = new Map<string, Message>();
  readonly workbooks = new Map<string, Workbook>();
  private last = 0;

  constructor() {
    this.reset();
  }

  reset(): void {
    for (const map of [this.contacts, this.lists, this.sequences, this.outbox, this.workbooks]) map.clear();
    this.last = 1000;
    seed(this);
  }

  nextId(prefix: string): string {
    this.last += 1;
    return `${prefix}_${this.last}`;
  }

  now(): string {
    return new Date().toISOString();
  }

  add<T extends { id: string }>(map: Map<string, T>, record: T): T {
    if (map.size >= MOST_RECORDS) throw new SandboxProblem(409, 'sandbox_full', `at most ${MOST_RECORDS} records of a kind`);
    map.set(record.id, record);
    return record;
  }
}
