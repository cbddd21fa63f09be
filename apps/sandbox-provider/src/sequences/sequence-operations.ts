import { z } from 'zod';
import { defineOperation, idempotencyHeaders } from '../operation/define-operation.js';
import { enrollment, sequence, step } from '../state/records.js';

const params = z.object({ sequence_id: z.string().max(60).describe('Id of the sequence.') });
const tag = 'sequences';

export const sequencesList = defineOperation({
  id: 'listSequences', method: 'GET', path: '/v1/sequences', tag, status: 200, answer: z.object({ sequences: z.array(sequence) }),
  summary: 'List outreach sequences.',
  query: z.object({ state: z.enum(['draft', 'active']).optional().describe('Only sequences in this state.') }),
});
export const sequencesGet = defineOperation({
  id: 'getSequence', method: 'GET', path: '/v1/sequences/{sequence_id}', tag, params, status: 200, answer: sequence,
  summary: 'Read a sequence, its steps and who is enrolled.',
});
export const sequencesCreate = defineOperation({
  id: 'createSequence', method: 'POST', path: '/v1/sequences', tag, status: 201, answer: sequence,
  summary: 'Draft a sequence of messages.',
  headers: idempotencyHeaders,
  body: z.strictObject({ name: z.string().min(1).max(200), steps: z.array(step).min(1).max(20) }),
});
export const sequencesEnroll = defineOperation({
  id: 'enrollContact', method: 'POST', path: '/v1/sequences/{sequence_id}/enrollments', tag, params, status: 201, answer: enrollment,
  summary: 'Enrol a contact in an active sequence.',
  headers: idempotencyHeaders,
  body: z.strictObject({ contact_id: z.string().max(60) }),
});
export const sequencesActivate = defineOperation({
  id: 'activateSequence', method: 'POST', path: '/v1/sequences/{sequence_id}/activate', tag, params, status: 200, answer: sequence,
  summary: 'Switch a drafted sequence on.',
  headers: idempotencyHeaders,
});
