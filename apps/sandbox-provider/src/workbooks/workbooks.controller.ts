import { Controller } from '@nestjs/common';
import type { OperationAnswer, OperationInput } from '../operation/define-operation.js';
import { notFound, SandboxProblem } from '../operation/problem.js';
import { SandboxInput, SandboxRoute } from '../operation/sandbox-route.js';
import type { Sheet, Workbook } from '../state/records.js';
import { SandboxState } from '../state/sandbox-state.js';
import { addSheet, appendRows, viewOf } from './fill-workbook.js';
import { rowsAppend, rowsRead, sheetsAdd, workbooksBuild, workbooksCreate, workbooksGet } from './workbook-operations.js';

type View = OperationAnswer<typeof workbooksGet>;

@Controller()
export class WorkbooksController {
  constructor(private readonly state: SandboxState) {}

  @SandboxRoute(workbooksCreate)
  create(@SandboxInput(workbooksCreate) { body }: OperationInput<typeof workbooksCreate>): View {
    return viewOf(this.state.add(this.state.workbooks, this.blank(body.title)));
  }

  @SandboxRoute(workbooksBuild)
  build(@SandboxInput(workbooksBuild) { body }: OperationInput<typeof workbooksBuild>): View {
    const workbook = this.blank(body.title);
    for (const wanted of body.sheets) appendRows(addSheet(workbook, wanted.name, wanted.columns), wanted.rows ?? []);
    return viewOf(this.state.add(this.state.workbooks, workbook));
  }

  @SandboxRoute(workbooksGet)
  get(@SandboxInput(workbooksGet) { params }: OperationInput<typeof workbooksGet>): View {
    return viewOf(this.find(params.workbook_id));
  }

  @SandboxRoute(sheetsAdd)
  addSheet(@SandboxInput(sheetsAdd) { params, body }: OperationInput<typeof sheetsAdd>): View {
    const workbook = this.find(params.workbook_id);
    addSheet(workbook, body.name, body.columns);
    return viewOf(workbook);
  }

  @SandboxRoute(rowsAppend)
  append(@SandboxInput(rowsAppend) { params, body }: OperationInput<typeof rowsAppend>): OperationAnswer<typeof rowsAppend> {
    const sheet = this.findSheet(params);
    appendRows(sheet, body.rows);
    return { appended: body.rows.length, row_count: sheet.rows.length };
  }

  @SandboxRoute(rowsRead)
  read(@SandboxInput(rowsRead) { params, query }: OperationInput<typeof rowsRead>): OperationAnswer<typeof rowsRead> {
    const sheet = this.findSheet(params);
    const columns = query.column ?? sheet.columns;
    const unknown = columns.find((column) => !sheet.columns.includes(column));
    if (unknown !== undefined) throw new SandboxProblem(422, 'unknown_column', `${sheet.name} has no column ${unknown}`);
    const at = columns.map((column) => sheet.columns.indexOf(column));
    const rows = sheet.rows.slice(query.offset, query.offset + query.limit).map((row) => at.map((index) => row[index] ?? null));
    return { columns, rows, row_count: sheet.rows.length };
  }

  private blank(title: string): Workbook {
    return { id: this.state.nextId('wbk'), title, sheets: [], created_at: this.state.now() };
  }

  private find(id: string): Workbook {
    const workbook = this.state.workbooks.get(id);
    if (workbook === undefined) throw notFound('workbook', id);
    return workbook;
  }

  private findSheet(params: { workbook_id: string; sheet: string }): Sheet {
    const sheet = this.find(params.workbook_id).sheets.find((each) => each.name === params.sheet);
    if (sheet === undefined) throw notFound('sheet', params.sheet);
    return sheet;
  }
}
