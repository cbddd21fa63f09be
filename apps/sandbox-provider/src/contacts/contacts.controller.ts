import { Controller } from '@nestjs/common';
import type { OperationAnswer, OperationInput } from '../operation/define-operation.js';
import { notFound, SandboxProblem } from '../operation/problem.js';
import { SandboxInput, SandboxRoute } from '../operation/sandbox-route.js';
import type { Contact } from '../state/records.js';
import { SandboxState } from '../state/sandbox-state.js';
import { contactsCreate, contactsDelete, contactsGet, contactsList, contactsSearch, contactsUpdate } from './contact-operations.js';

@Controller()
export class ContactsController {
  constructor(private readonly state: SandboxState) {}

  @SandboxRoute(contactsList)
  list(@SandboxInput(contactsList) { query }: OperationInput<typeof contactsList>): OperationAnswer<typeof contactsList> {
    const wanted = query.tag ?? [];
    const all = [...this.state.contacts.values()].filter((contact) => wanted.every((tag) => contact.tags.includes(tag)));
    const from = query.cursor === undefined ? 0 : all.findIndex((contact) => contact.id === query.cursor) + 1;
    const contacts = all.slice(from, from + query.limit);
    return { contacts, next_cursor: from + query.limit < all.length ? (contacts.at(-1)?.id ?? null) : null };
  }

  @SandboxRoute(contactsSearch)
  search(@SandboxInput(contactsSearch) { query }: OperationInput<typeof contactsSearch>): OperationAnswer<typeof contactsSearch> {
    const text = query.q.toLowerCase();
    const contacts = [...this.state.contacts.values()].filter((contact) => `${contact.name}\n${contact.email}\n${contact.company ?? ''}`.toLowerCase().includes(text));
    return { contacts: contacts.slice(0, query.limit), next_cursor: null };
  }

  @SandboxRoute(contactsGet)
  get(@SandboxInput(contactsGet) { params }: OperationInput<typeof contactsGet>): Contact {
    return this.find(params.contact_id);
  }

  @SandboxRoute(contactsCreate)
  create(@SandboxInput(contactsCreate) { body, headers }: OperationInput<typeof contactsCreate>): Contact {
    this.refuseTaken(body.email, null);
    const at = this.state.now();
    const { email, name, company = null, tags = [] } = body;
    return this.state.add(this.state.contacts, {
      id: this.state.nextId('con'), email, name, company, tags, source: headers['x-source'] ?? null, version: 1, created_at: at, updated_at: at,
    });
  }

  @SandboxRoute(contactsUpdate)
  update(@SandboxInput(contactsUpdate) { params, headers, body }: OperationInput<typeof contactsUpdate>): Contact {
    const contact = this.find(params.contact_id);
    const expected = headers['x-expected-version'];
    if (expected !== undefined && expected !== contact.version) throw new SandboxProblem(409, 'version_moved', `contact ${contact.id} is at version ${contact.version}`);
    if (body.email !== undefined) this.refuseTaken(body.email, contact.id);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = { ...contact, ...given, version: contact.version + 1, updated_at: this.state.now() };
    this.state.contacts.set(contact.id, changed);
    return changed;
  }

  @SandboxRoute(contactsDelete)
  delete(@SandboxInput(contactsDelete) { params }: OperationInput<typeof contactsDelete>): void {
    const { id } = this.find(params.contact_id);
    this.state.contacts.delete(id);
    for (const list of this.state.lists.values()) list.member_ids = list.member_ids.filter((member) => member !== id);
  }

  private find(id: string): Contact {
    const contact = this.state.contacts.get(id);
    if (contact === undefined) throw notFound('contact', id);
    return contact;
  }

  private refuseTaken(email: string, owner: string | null): void {
    const holder = [...this.state.contacts.values()].find((contact) => contact.email.toLowerCase() === email.toLowerCase());
    if (holder !== undefined && holder.id !== owner) throw new SandboxProblem(409, 'email_taken', `${email} belongs to contact ${holder.id}`);
  }
}
