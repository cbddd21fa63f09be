import { z } from 'zod';
import { defineOperation, idempotencyHeaders } from '../operation/define-operation.js';
import { message } from '../state/records.js';

const security = ['bearer', 'basic'] as const;
const tag = 'mail';

export const mailSend = defineOperation({
  id: 'sendMail', method: 'POST', path: '/v1/mail/messages', tag, security, status: 202, answer: message,
  summary: 'Send an e-mail. The sandbox only puts it into its outbox.',
  headers: idempotencyHeaders,
  body: z.strictObject({
    to: z.array(z.email()).min(1).max(50),
    from: z.email().optional(),
    subject: z.string().min(1).max(200),
    body: z.string().max(100_000),
    thread: z.string().max(100).optional(),
  }),
});
export const outboxList = defineOperation({
  id: 'listOutbox', method: 'GET', path: '/v1/mail/outbox', tag, security, status: 200, answer: z.object({ messages: z.array(message) }),
  summary: 'List sent e-mails, the newest first.',
  query: z.object({ to: z.email().optional().describe('Only e-mails to this address.'), limit: z.coerce.number().int().min(1).max(200).default(50).describe('How many at most.') }),
});
export const outboxGet = defineOperation({
  id: 'getOutboxMessage', method: 'GET', path: '/v1/mail/outbox/{message_id}', tag, security, status: 200, answer: message,
  summary: 'Read one sent e-mail.',
  params: z.object({ message_id: z.string().max(60).describe('Id of the e-mail.') }),
});
