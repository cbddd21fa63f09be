import { z } from 'zod';
import { defineOperation, idempotencyHeaders } from '../operation/define-operation.js';
import { row, workbookView } from '../state/records.js';

const name = z.string().min(1).max(100);
const columns = z.array(name).min(1).max(100);
const rows = z.array(row).max(5_000);
const workbook = { workbook_id: z.string().max(60).describe('Id of the workbook.') };
const onSheet = z.object({ ...workbook, sheet: z.string().max(100).describe('Name of the sheet.') });
const tag = 'workbooks';

export const workbooksCreate = defineOperation({
  id: 'createWorkbook', method: 'POST', path: '/v1/workbooks', tag, status: 201, answer: workbookView,
  summary: 'Start an empty workbook.',
  headers: idempotencyHeaders,
  body: z.strictObject({ title: name }),
});
export const workbooksBuild = defineOperation({
  id: 'buildWorkbook', method: 'POST', path: '/v1/workbooks/build', tag, status: 201, answer: workbookView,
  summary: 'Build a whole workbook with its sheets and rows in one call.',
  description: 'All or nothing: a row that does not fit its columns leaves no workbook behind.',
  headers: idempotencyHeaders,
  body: z.strictObject({ title: name, sheets: z.array(z.strictObject({ name, columns, rows: rows.optional() })).min(1).max(50) }),
});
export const workbooksGet = defineOperation({
  id: 'getWorkbook', method: 'GET', path: '/v1/workbooks/{workbook_id}', tag, status: 200, answer: workbookView, params: z.object(workbook),
  summary: 'Read what a workbook holds, without its rows.',
});
export const sheetsAdd = defineOperation({
  id: 'addSheet', method: 'POST', path: '/v1/workbooks/{workbook_id}/sheets', tag, status: 201, answer: workbookView, params: z.object(workbook),
  summary: 'Add an empty sheet to a workbook.',
  headers: idempotencyHeaders,
  body: z.strictObject({ name, columns }),
});
export const rowsAppend = defineOperation({
  id: 'appendRows', method: 'POST', path: '/v1/workbooks/{workbook_id}/sheets/{sheet}/rows', tag, status: 200, params: onSheet,
  answer: z.object({ appended: z.int(), row_count: z.int() }),
  summary: 'Append rows to a sheet.',
  headers: idempotencyHeaders,
  body: z.strictObject({ rows: rows.min(1) }),
});
export const rowsRead = defineOperation({
  id: 'readRows', method: 'GET', path: '/v1/workbooks/{workbook_id}/sheets/{sheet}/rows', tag, status: 200, params: onSheet,
  answer: z.object({ columns: z.array(z.string()), rows: z.array(row), row_count: z.int() }),
  summary: 'Read rows of a sheet.',
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0).describe('The first row, counted from 0.'),
    limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('How many at most.'),
    column: z.array(z.string().max(100)).max(100).optional().meta({ repeatable: true, description: 'Only these columns, in this order.' }),
  }),
});
