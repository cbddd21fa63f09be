import type { Contact, ContactList, Sequence } from './records.js';

/** The part of the state that a seed fills. */
export interface Seedable {
  readonly contacts: Map<string, Contact>;
  readonly lists: Map<string, ContactList>;
  readonly sequences: Map<string, Sequence>;
  nextId(prefix: string): string;
}

const PEOPLE = [
  ['ada@example.com', 'Ada Example', 'Analytical Engines', ['customer']],
  ['grace@example.com', 'Grace Example', 'Compilers Ltd', ['customer', 'newsletter']],
  ['linus@example.org', 'Linus Example', null, ['lead']],
] as const;

const SEEDED_AT = '2026-01-01T09:00:00.000Z';

/** What is there after a start or a reset, so that the first read finds something. */
export function seed(state: Seedable): void {
  for (const [email, name, company, tags] of PEOPLE) {
    const id = state.nextId('con');
    state.contacts.set(id, { id, email, name, company, tags: [...tags], source: 'seed', version: 1, created_at: SEEDED_AT, updated_at: SEEDED_AT });
  }
  const list = state.nextId('lst');
  state.lists.set(list, { id: list, name: 'Newsletter', member_ids: ['con_1002'], created_at: SEEDED_AT });
  const sequence = state.nextId('seq');
  const steps = [{ subject: 'Welcome', body: 'Good to have you here.', wait_days: 0 }];
  state.sequences.set(sequence, { id: sequence, name: 'Welcome', state: 'active', steps, enrollments: [], created_at: SEEDED_AT });
}
