import { z } from 'zod';
import { defineOperation, idempotencyHeaders } from '../operation/define-operation.js';
import { contactList } from '../state/records.js';

const params = z.object({ list_id: z.string().max(60).describe('Id of the list.') });
const tag = 'lists';

export const listsCreate = defineOperation({
  id: 'createList', method: 'POST', path: '/v1/lists', tag, status: 201, answer: contactList,
  summary: 'Start an empty list of contacts.',
  headers: idempotencyHeaders,
  body: z.strictObject({ name: z.string().min(1).max(200) }),
});
export const listsGet = defineOperation({
  id: 'getList', method: 'GET', path: '/v1/lists/{list_id}', tag, params, status: 200, answer: contactList,
  summary: 'Read a list and who is on it.',
});
export const listsAddMember = defineOperation({
  id: 'addListMember', method: 'POST', path: '/v1/lists/{list_id}/members', tag, params, status: 200, answer: contactList,
  summary: 'Put a contact on a list.',
  headers: idempotencyHeaders,
  body: z.strictObject({ contact_id: z.string().max(60) }),
});
