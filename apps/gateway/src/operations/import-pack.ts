import { Injectable } from '@nestjs/common';
import { LIMITS, refuse, type JsonObject, type packsImport, type Refusal } from '@turnpike/contracts';
import { importDocument, type ImportResult } from '@turnpike/domain-openapi';
import { EgressClient } from '@turnpike/platform-egress';
import { patternFits } from '@turnpike/platform-schema';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';

type Input = z.infer<typeof packsImport.input>;

/** packs_import: an OpenAPI document, as text or by URL, becomes one pack; only what changed is published, all or nothing. */
@Injectable()
export class ImportPack {
  constructor(
    private readonly clients: Clients,
    private readonly egress: EgressClient,
  ) {}

  async run(call: AdmittedCall, input: Input): Promise<Outcome> {
    const read = await this.read(input);
    if ('refusal' in read) return refusedWith(read.refusal);
    const { caller, context } = call;
    const { ids } = await this.clients.registry.importedIds(context, { caller, pack_id: input.pack_id });
    const imported = importDocument({
      text: read.text,
      packId: input.pack_id,
      overlay: input.overlay ?? null,
      serverUrl: input.server_url?.replace(/\/+$/, '') ?? null,
      retrievedFrom: input.url ?? null,
      assigned: new Map(Object.entries(ids)),
      patternFits,
    });
    return imported.ok ? this.publish(call, input, imported) : refusedWith(brokenDocument(imported.pointer, imported.reason));
  }

  private async publish({ caller, context }: AdmittedCall, input: Input, imported: Extract<ImportResult, { ok: true }>): Promise<Outcome> {
    const published = await this.clients.registry.publish(context, {
      caller,
      pack: { pack_id: input.pack_id, title: imported.title, description: imported.description },
      contracts: imported.contracts,
      complete: true,
      plan: input.plan ?? false,
      sources: imported.sources,
    });
    if (published.outcome === 'refused') return refusedWith(published.refusal);
    const { operations, contracts, leftOut, warnings } = imported;
    return doneWith({ ...published.value, operations, imported: contracts.length, left_out: leftOut, warnings });
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

function brokenDocument(pointer: string, reason: string): Refusal {
  const where = pointer === '' ? 'the document' : pointer;
  return refuse(
    'invalid_request',
    `Nothing was imported: ${where}: ${reason}.`,
    { issues: [{ pointer, keyword: 'openapi', message: reason }] as unknown as JsonObject[] },
    {
      control: null,
      arguments: {},
      instruction: 'Mend the document (or the overlay) at that place and import it again.',
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
