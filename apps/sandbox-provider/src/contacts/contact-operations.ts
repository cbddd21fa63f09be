import { z } from 'zod';
import { defineOperation, idempotencyHeaders } from '../operation/define-operation.js';
import { contact } from '../state/records.js';

const params = z.object({ contact_id: z.string().max(60).describe('Id of the contact.') });
const fields = { email: z.email().max(254), name: z.string().min(1).max(200), company: z.string().max(200).nullable().optional(), tags: z.array(z.string().max(50)).max(50).optional() };
const page = z.object({ contacts: z.array(contact), next_cursor: z.string().nullable() });
const limit = z.coerce.number().int().min(1).max(200).default(50).describe('How many at most.');
const security = ['bearer', 'api_key'] as const;
const tag = 'contacts';

export const contactsList = defineOperation({
  id: 'listContacts', method: 'GET', path: '/v1/contacts', tag, security, status: 200, answer: page,
  summary: 'List contacts, oldest first.',
  query: z.object({
    limit,
    cursor: z.string().max(60).optional().describe('From next_cursor of the page before.'),
    tag: z.array(z.string().max(50)).max(20).optional().meta({ repeatable: true, description: 'Only contacts with every one of these tags.' }),
  }),
});
export const contactsSearch = defineOperation({
  id: 'searchContacts', method: 'GET', path: '/v1/contacts/search', tag, security, status: 200, answer: page,
  summary: 'Find contacts by part of their name, e-mail address or company.',
  query: z.object({ q: z.string().min(1).max(200).describe('Text to look for; case does not matter.'), limit }),
});
export const contactsGet = defineOperation({
  id: 'getContact', method: 'GET', path: '/v1/contacts/{contact_id}', tag, security, params, status: 200, answer: contact,
  summary: 'Read one contact.',
});
export const contactsCreate = defineOperation({
  id: 'createContact', method: 'POST', path: '/v1/contacts', tag, security, status: 201, answer: contact,
  summary: 'Add a contact.',
  description: 'An e-mail address can be used by one contact only.',
  headers: idempotencyHeaders.extend({ 'x-source': z.string().max(60).optional().describe('Where the contact comes from.') }),
  body: z.strictObject(fields),
});
export const contactsUpdate = defineOperation({
  id: 'updateContact', method: 'PATCH', path: '/v1/contacts/{contact_id}', tag, security, params, status: 200, answer: contact,
  summary: 'Change some fields of a contact.',
  headers: idempotencyHeaders.extend({ 'x-expected-version': z.coerce.number().int().min(1).optional().describe('Refuse if the contact has another version by now.') }),
  body: z.strictObject(fields).partial(),
});
export const contactsDelete = defineOperation({
  id: 'deleteContact', method: 'DELETE', path: '/v1/contacts/{contact_id}', tag, security, params, status: 204,
  summary: 'Delete a contact for good.',
  headers: idempotencyHeaders,
});
