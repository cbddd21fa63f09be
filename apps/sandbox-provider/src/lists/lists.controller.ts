import { Controller } from '@nestjs/common';
import type { OperationInput } from '../operation/define-operation.js';
import { notFound } from '../operation/problem.js';
import { SandboxInput, SandboxRoute } from '../operation/sandbox-route.js';
import type { ContactList } from '../state/records.js';
import { SandboxState } from '../state/sandbox-state.js';
import { listsAddMember, listsCreate, listsGet } from './list-operations.js';

@Controller()
export class ListsController {
  constructor(private readonly state: SandboxState) {}

  @SandboxRoute(listsCreate)
  create(@SandboxInput(listsCreate) { body }: OperationInput<typeof listsCreate>): ContactList {
    return this.state.add(this.state.lists, { id: this.state.nextId('lst'), name: body.name, member_ids: [], created_at: this.state.now() });
  }

  @SandboxRoute(listsGet)
  get(@SandboxInput(listsGet) { params }: OperationInput<typeof listsGet>): ContactList {
    return this.find(params.list_id);
  }

  @SandboxRoute(listsAddMember)
  addMember(@SandboxInput(listsAddMember) { params, body }: OperationInput<typeof listsAddMember>): ContactList {
    const list = this.find(params.list_id);
    if (!this.state.contacts.has(body.contact_id)) throw notFound('contact', body.contact_id);
    if (!list.member_ids.includes(body.contact_id)) list.member_ids.push(body.contact_id);
    return list;
  }

  private find(id: string): ContactList {
    const list = this.state.lists.get(id);
    if (list === undefined) throw notFound('list', id);
    return list;
  }
}
