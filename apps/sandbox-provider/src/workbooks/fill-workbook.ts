import { SandboxProblem } from '../operation/problem.js';
import type { Sheet, Workbook } from '../state/records.js';

const MOST_ROWS = 50_000;
const MOST_SHEETS = 50;

export function addSheet(workbook: Workbook, name: string, columns: string[]): Sheet {
  if (workbook.sheets.length >= MOST_SHEETS) throw new SandboxProblem(409, 'workbook_full', `at most ${MOST_SHEETS} sheets`);
  if (workbook.sheets.some((sheet) => sheet.name === name)) throw new SandboxProblem(409, 'sheet_exists', `a sheet ${name} is there already`);
  const sheet: Sheet = { name, columns, rows: [] };
  workbook.sheets.push(sheet);
  return sheet;
}

/** All rows or none. */
export function appendRows(sheet: Sheet, rows: Sheet['rows']): void {
  const bad = rows.findIndex((row) => row.length !== sheet.columns.length);
  if (bad >= 0) throw new SandboxProblem(422, 'row_does_not_fit', `row ${bad} of ${sheet.name} wants ${sheet.columns.length} cells`);
  if (sheet.rows.length + rows.length > MOST_ROWS) throw new SandboxProblem(409, 'sheet_full', `at most ${MOST_ROWS} rows`);
  sheet.rows.push(...rows);
}

export const viewOf = (workbook: Workbook) => ({
  id: workbook.id,
  title: workbook.title,
  sheets: workbook.sheets.map((sheet) => ({ name: sheet.name, columns: sheet.columns, row_count: sheet.rows.length })),
  created_at: workbook.created_at,
});
