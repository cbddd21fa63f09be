import { Injectable } from '@nestjs/common';
import { LIMITS, refuse, type Issue, type packsPublishFolder, type Refusal } from '@turnpike/contracts';
import { importDocument } from '@turnpike/domain-openapi';
import { assemblePack, lintPack, readPackFolder, type AssembledPack, type FolderFinding } from '@turnpike/domain-packs';
import { toPointerStep } from '@turnpike/kernel';
import { patternFits } from '@turnpike/platform-schema';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { UntilIndexed } from './until-indexed.js';

type Input = z.infer<typeof packsPublishFolder.input>;

const MOST_ISSUES = 50;
const MOST_WARNINGS = 200;

/** packs_publish_folder: the files of a folder become one publish, or a refusal that names file and line. */
@Injectable()
export class PublishFolder {
  constructor(
    private readonly clients: Clients,
    private readonly indexed: UntilIndexed,
  ) {}

  async run(call: AdmittedCall, input: Input): Promise<Outcome> {
    const count = Object.keys(input.files).length;
    if (count > LIMITS.packFiles) return refusedWith(tooManyFiles(count));
    const { folder, findings } = readPackFolder(input.files);
    if (!folder || findings.length > 0) return refusedWith(refuseFolder(findings));
    const { caller, context } = call;
    const { ids } = await this.clients.registry.importedIds(context, { caller, pack_id: folder.pack.value.id });
    const assigned = new Map(Object.entries(ids));
    const assembled = assemblePack(folder, (document) => importDocument({ ...document, retrievedFrom: null, assigned, patternFits }));
    const linted = lintPack(folder, assembled);
    const errors = linted.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return refusedWith(refuseFolder(errors));
    return this.publish(call, input, assembled, linted);
  }

  private async publish(call: AdmittedCall, input: Input, assembled: AssembledPack, linted: readonly FolderFinding[]): Promise<Outcome> {
    const { caller, context } = call;
    const { pack, contracts, sources, leftOut, warnings } = assembled;
    const published = await this.clients.registry.publish(context, {
      caller,
      pack,
      contracts: [...contracts],
      complete: input.prune ?? false,
      plan: input.plan ?? false,
      sources: { ...sources },
    });
    if (published.outcome === 'refused') return refusedWith(locate(published.refusal, assembled));
    const said = linted.filter(({ severity }) => severity === 'warning').map(toLine);
    return doneWith({
      ...(await this.indexed.add(call, published.value)),
      left_out: leftOut,
      warnings: [...warnings, ...said].slice(0, MOST_WARNINGS),
    });
  }
}

const toLine = ({ file, line, column, rule, message }: FolderFinding): string => `${file}:${line}:${column} ${rule} ${message}`;

function refuseFolder(findings: readonly FolderFinding[]): Refusal {
  const issues: Issue[] = findings.slice(0, MOST_ISSUES).map(({ file, line, column, rule, message }) => ({
    pointer: `/files/${toPointerStep(file)}`,
    keyword: rule,
    message,
    file,
    line,
    column,
  }));
  const [first] = findings;
  return refuse(
    'invalid_request',
    `Nothing was published: ${first ? `${first.file}:${first.line}: ${first.message}` : 'the folder cannot be read'}${findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''}`,
    { issues: issues as never },
    {
      control: null,
      arguments: {},
      instruction: 'Mend the files at those places and publish again; turnpike pack lint says the same without publishing.',
    },
  );
}

/** The registry speaks of contracts; whoever wrote the folder looks for files. */
function locate(refusal: Refusal, assembled: AssembledPack): Refusal {
  const issues = refusal.details['issues'];
  if (!Array.isArray(issues)) return refusal;
  const located = (issues as unknown as Issue[]).map((issue) => {
    const [, id, rest = ''] = /^\/contracts\/([^/]+)(\/.*)?$/.exec(issue.pointer) ?? [];
    return id === undefined ? issue : { ...issue, ...assembled.placeOf(id, rest) };
  });
  return { ...refusal, details: { ...refusal.details, issues: located as never } };
}

const tooManyFiles = (count: number): Refusal =>
  refuse(
    'invalid_request',
    `A folder has at most ${LIMITS.packFiles} files; this one has ${count}.`,
    { issues: [{ pointer: '/files', keyword: 'maxProperties', message: `has ${count} files` }] },
    { control: null, arguments: {}, instruction: 'Send only what belongs to the pack, or split the pack.' },
  );
