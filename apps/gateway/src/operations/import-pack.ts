import { Injectable } from '@nestjs/common';
import { LIMITS, refuse, type Contract, type JsonObject, type packsImport, type Refusal } from '@turnpike/contracts';
import { importDocument, type ImportResult } from '@turnpike/domain-openapi';
import { safetyErrors, shownOf, withoutHidden } from '@turnpike/domain-packs';
import { EgressClient } from '@turnpike/platform-egress';
import { patternFits } from '@turnpike/platform-schema';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { UntilIndexed } from './until-indexed.js';

const MOST_WARNINGS = 200;

type Input = z.infer<typeof packsImport.input>;

/** packs_import: an OpenAPI document, as text or by URL, becomes one pack; only what changed is published, all or nothing. */
@Injectable()
export class ImportPack {
  constructor(
    private readonly clients: Clients,
    private readonly egress: EgressClient,
    private readonly indexed: UntilIndexed,
  ) {}

  async run(call: AdmittedCall, input: Input): Promise<Outcome> {
    const read = await this.read(input);
    if ('refusal' in read) return refusedWith(read.refusal);
    const { caller, context } = call;
    const { ids } = await this.clients.registry.importedIds(context, { caller, pack_id: input.pack_id });
    const imported = importDocument({
      text: read.text,
      files: input.files ?? {},
      packId: input.pack_id,
      overlay: input.overlay ?? null,
      serverUrl: input.server_url?.replace(/\/+$/, '') ?? null,
      retrievedFrom: input.url ?? null,
      assigned: new Map(Object.entries(ids)),
      patternFits,
    });
    return imported.ok ? this.publish(call, input, imported) : refusedWith(brokenDocument(imported));
  }

  private async publish(call: AdmittedCall, input: Input, imported: Extract<ImportResult, { ok: true }>): Promise<Outcome> {
    const { caller, context } = call;
    const cleaned = imported.contracts.map((contract) => withoutHiddenTexts(contract));
    const published = await this.clients.registry.publish(context, {
      caller,
      pack: { pack_id: input.pack_id, title: visible(imported.title, input.pack_id), description: withoutHidden(imported.description) },
      contracts: cleaned.map(({ contract }) => contract),
      complete: true,
      plan: input.plan ?? false,
      sources: imported.sources,
    });
    if (published.outcome === 'refused') return refusedWith(published.refusal);
    const { operations, contracts, leftOut, warnings } = imported;
    return doneWith({
      ...(await this.indexed.add(call, published.value)),
      operations,
      imported: contracts.length,
      left_out: leftOut,
      warnings: [...warnings, ...cleaned.flatMap(({ warning }) => warning ?? [])].slice(0, MOST_WARNINGS),
    });
  }

  private async read(input: Input): Promise<{ text: string } | { refusal: Refusal }> {
    if ((input.document === undefined) === (input.url === undefined)) return { refusal: oneSource() };
    if (input.document !== undefined) return { text: input.document };
    const url = input.url ?? '';
    const outcome = await this.egress.send({
      method: 'GET',
      url,
      headers: [['accept', 'application/json, application/yaml, text/yaml']],
      limits: { responseBytes: LIMITS.importBodyBytes },
    });
    if (outcome.outcome !== 'answered') return { refusal: unreadable(url, outcome.detail) };
    if (outcome.status !== 200 || outcome.truncated)
      return { refusal: unreadable(url, outcome.truncated ? 'it is too large' : `it answered status ${outcome.status}`) };
    return { text: Buffer.from(outcome.body).toString('utf8') };
  }
}

/** A document of somebody else's cannot be mended where it is: what nobody sees of it is taken out of what a model would read. */
function withoutHiddenTexts(contract: Contract): { contract: Contract; warning?: string } {
  const shown = shownOf(contract);
  if (!safetyErrors(shown).some(({ rule }) => rule === 'hidden-character')) return { contract };
  const cleaned = JSON.parse(JSON.stringify(shown), (_name, value: unknown) =>
    typeof value === 'string' ? visible(value, contract.capability_id) : value,
  ) as Partial<Contract>;
  return {
    contract: {
      ...contract,
      ...cleaned,
      provider: contract.provider && { ...contract.provider, title: visible(contract.provider.title, contract.provider.id) },
    },
    warning: `${contract.capability_id}: hidden characters were taken out of its texts`,
  };
}

/** What is left of a text, or where nothing is, a name in its place. */
function visible(text: string, name: string): string {
  const left = withoutHidden(text);
  return text !== '' && left.trim() === '' ? name : left;
}

function brokenDocument({ pointer, reason, files }: Extract<ImportResult, { ok: false }>): Refusal {
  const where = pointer === '' ? 'the document' : pointer;
  return refuse(
    'invalid_request',
    `Nothing was imported: ${where}: ${reason}.`,
    { issues: [{ pointer, keyword: 'openapi', message: reason }] as unknown as JsonObject[], ...(files && { files: [...files] }) },
    {
      control: null,
      arguments: {},
      instruction: files
        ? 'Send these files with the document, in files, each by that path; turnpike import reads them from its folder.'
        : 'Mend the document (or the overlay) at that place and import it again.',
    },
  );
}

const oneSource = (): Refusal =>
  refuse(
    'invalid_request',
    'Give either document or url.',
    { issues: [{ pointer: '/document', keyword: 'required', message: 'exactly one of document and url' }] },
    { control: null, arguments: {}, instruction: 'Send the document as text, or its URL.' },
  );

const unreadable = (url: string, reason: string): Refusal =>
  refuse(
    'upstream_failed',
    `${url} cannot be read: ${reason}.`,
    { url },
    { control: null, arguments: {}, instruction: 'Read the document yourself and send it as text.' },
  );
