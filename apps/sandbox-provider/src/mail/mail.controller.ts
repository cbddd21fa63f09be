import { Controller } from '@nestjs/common';
import type { OperationAnswer, OperationInput } from '../operation/define-operation.js';
import { notFound } from '../operation/problem.js';
import { SandboxInput, SandboxRoute } from '../operation/sandbox-route.js';
import type { Message } from '../state/records.js';
import { SandboxState } from '../state/sandbox-state.js';
import { mailSend, outboxGet, outboxList } from './mail-operations.js';

@Controller()
export class MailController {
  constructor(private readonly state: SandboxState) {}

  @SandboxRoute(mailSend)
  send(@SandboxInput(mailSend) { body }: OperationInput<typeof mailSend>): Message {
    const { to, from = 'team@sandbox.example', subject, thread = null } = body;
    return this.state.add(this.state.outbox, { id: this.state.nextId('msg'), to, from, subject, body: body.body, thread, sent_at: this.state.now() });
  }

  @SandboxRoute(outboxList)
  list(@SandboxInput(outboxList) { query }: OperationInput<typeof outboxList>): OperationAnswer<typeof outboxList> {
    const messages = [...this.state.outbox.values()].reverse().filter((message) => query.to === undefined || message.to.includes(query.to));
    return { messages: messages.slice(0, query.limit) };
  }

  @SandboxRoute(outboxGet)
  get(@SandboxInput(outboxGet) { params }: OperationInput<typeof outboxGet>): Message {
    const message = this.state.outbox.get(params.message_id);
    if (message === undefined) throw notFound('message', params.message_id);
    return message;
  }
}
