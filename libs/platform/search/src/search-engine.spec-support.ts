import fc from 'fast-check';
import type { SearchDocument, SearchEngine } from './search-engine.js';

/** A document with nothing but what is given. */
export const documentOf = (packKey: string, capabilityId: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  packKey,
  packId: packKey.slice(packKey.indexOf('/') + 1),
  capabilityId,
  title: '',
  summary: '',
  description: '',
  goals: [],
  parameters: [],
  packTitle: '',
  packDescription: '',
  ...more,
});

const WORDS = ['invoice', 'ledger', 'refund', 'parcel', 'warehouse', 'customer', 'contact', 'payroll', '发票', 'quarter'];
const PACKS = ['one/crm', 'one/erp', 'two/crm', 'two/hr'];

const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));

/** Catalogs of few words, packs and ids, so that equal scores, equal ids in two packs and replacements all happen. */
export const documents = fc.array(
  fc
    .record({ packKey: fc.constantFrom(...PACKS), id: fc.integer({ min: 0, max: 30 }), title: sentence, description: sentence })
    .map(({ packKey, id, title, description }) => documentOf(packKey, `pack.thing.do_${id}`, { title, description })),
  { maxLength: 60 },
);

export const packKeys = fc.subarray(PACKS).map((keys) => new Set(keys));
export const goals = fc.oneof(
  sentence,
  fc.tuple(sentence, sentence).map(([a, b]) => `${a}, then ${b}`),
  fc.tuple(sentence, fc.integer({ min: 0, max: 30 })).map(([a, id]) => `${a} pack.thing.do_${id}`),
);

const idsOf = (engine: SearchEngine, text: string, keys: readonly string[], limit = 10): string[] =>
  engine.search({ text, packKeys: new Set(keys), limit }).hits.map(({ capabilityId }) => capabilityId);

/** What every search engine must do, whatever it ranks by. */
export function describeSearchEngine(name: string, make: () => SearchEngine): void {
  describe(`${name} as a search engine`, () => {
    describeMatching(make);
    describeWords(make);
    describeChanges(make);
    describeScope(make);
  });
}

function filled(make: () => SearchEngine, all: readonly SearchDocument[]): SearchEngine {
  const engine = make();
  for (const document of all) engine.apply(document);
  return engine;
}

function describeMatching(make: () => SearchEngine): void {
  const invoices = documentOf('one/erp', 'erp.invoice.create', { title: 'Create an invoice', description: 'Bills a customer.' });
  const refunds = documentOf('one/erp', 'erp.refund.create', {
    title: 'Refund a payment',
    description: 'Gives money back for an invoice.',
  });
  const web = documentOf('one/web', 'web.page.search', { title: '搜索网页', description: '使用关键词搜索' });
  const engine = filled(make, [invoices, refunds, web]);
  const keys = ['one/erp', 'one/web'];

  it('puts a title before a mention', () => {
    expect(idsOf(engine, 'create invoices for a customer', keys)).toEqual(['erp.invoice.create', 'erp.refund.create']);
  });

  it('puts an id that is named outright first, whatever else is said', () => {
    expect(idsOf(engine, 'create an invoice, not erp.refund.create', keys)[0]).toBe('erp.refund.create');
  });

  it('finds what is written without spaces', () => {
    expect(idsOf(engine, '搜索', keys)).toEqual(['web.page.search']);
  });

  it('tells the share of the best score, and where terms matched', () => {
    const { hits, total } = engine.search({ text: 'refund invoice', packKeys: new Set(keys), limit: 1 });
    expect(total).toBe(2);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      capabilityId: 'erp.refund.create',
      packKey: 'one/erp',
      packId: 'erp',
      title: 'Refund a payment',
      score: 1,
    });
    expect(hits[0]?.matched.find(({ field }) => field === 'title')?.terms).toEqual(['refund']);
  });

  it('finds nothing for a text without words, or in no packs', () => {
    expect(engine.search({ text: '…', packKeys: new Set(keys), limit: 5 })).toEqual({ hits: [], total: 0 });
    expect(engine.search({ text: 'invoice', packKeys: new Set(), limit: 5 })).toEqual({ hits: [], total: 0 });
  });

  it('names the ids nearest to a misspelled one', () => {
    expect(engine.nearest('erp.invoce.create', new Set(keys), 1)).toEqual(['erp.invoice.create']);
    expect(engine.nearest('zzzzzz', new Set(keys), 5)).toEqual([]);
  });
}

function describeWords(make: () => SearchEngine): void {
  it('takes a word that it does not know for those that begin like it', () => {
    const engine = filled(make, [
      documentOf('one/erp', 'erp.a.b', { title: 'repository' }),
      documentOf('one/erp', 'erp.a.c', { title: 'invoice' }),
    ]);
    expect(idsOf(engine, 'repo', ['one/erp'])).toEqual(['erp.a.b']);
    expect(idsOf(engine, 'invoicelike', ['one/erp'])).toEqual(['erp.a.c']);
    engine.remove('one/erp', 'erp.a.b');
    expect(idsOf(engine, 'repo', ['one/erp'])).toEqual([]);
  });

  it('takes a word that it does not know for one that is a slip away, and never one that it knows', () => {
    const engine = filled(make, [documentOf('one/erp', 'erp.a.b', { title: 'warehouse effect' })]);
    for (const slip of ['warehosue', 'warrehouse', 'wrehouse', 'barehouse']) expect(idsOf(engine, slip, ['one/erp'])).toEqual(['erp.a.b']);
    engine.apply(documentOf('one/erp', 'erp.a.c', { title: 'affect' }));
    expect(idsOf(engine, 'effect', ['one/erp'])).toEqual(['erp.a.b']);
    expect(idsOf(engine, 'affect', ['one/erp'])).toEqual(['erp.a.c']);
  });

  it('ranks the very word before one of its family', () => {
    const family = filled(make, [
      documentOf('one/erp', 'erp.a.b', { title: 'reconcile' }),
      documentOf('one/erp', 'erp.a.c', { title: 'reconciliation' }),
    ]);
    expect(idsOf(family, 'reconciliation', ['one/erp'])).toEqual(['erp.a.c', 'erp.a.b']);
    expect(idsOf(family, 'reconcile', ['one/erp'])).toEqual(['erp.a.b', 'erp.a.c']);
    family.remove('one/erp', 'erp.a.b');
    expect(idsOf(family, 'reconciliation', ['one/erp'])).toEqual(['erp.a.c']);
    family.apply(documentOf('one/erp', 'erp.a.d', { title: 'reconciled' }));
    expect(idsOf(family, 'reconciliation', ['one/erp'])).toEqual(['erp.a.c', 'erp.a.d']);
  });
}

function describeChanges(make: () => SearchEngine): void {
  it('replaces a document that is applied again', () => {
    const engine = filled(make, [
      documentOf('one/erp', 'erp.a.b', { title: 'ledger' }),
      documentOf('one/erp', 'erp.a.b', { title: 'parcel' }),
    ]);
    expect(engine.size).toBe(1);
    expect(idsOf(engine, 'ledger', ['one/erp'])).toEqual([]);
    expect(idsOf(engine, 'parcel', ['one/erp'])).toEqual(['erp.a.b']);
  });

  it('answers after any changes as if only what is left had been applied', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(59)), goals, (all, removed, text) => {
        const engine = filled(make, all);
        const left = new Map(all.map((document) => [`${document.packKey} ${document.capabilityId}`, document]));
        for (const { packKey, capabilityId } of removed.flatMap((at) => all[at] ?? [])) {
          engine.remove(packKey, capabilityId);
          left.delete(`${packKey} ${capabilityId}`);
        }
        const fresh = filled(make, [...left.values()].reverse());
        const query = { text, packKeys: new Set(PACKS), limit: 7 };
        expect(engine.size).toBe(left.size);
        expect(engine.search(query)).toEqual(fresh.search(query));
        expect(engine.nearest('pack.thing.do_1', query.packKeys, 5)).toEqual(fresh.nearest('pack.thing.do_1', query.packKeys, 5));
      }),
    );
  });
}

function describeScope(make: () => SearchEngine): void {
  it('never ranks, counts or names what is outside the caller’s packs', () => {
    fc.assert(
      fc.property(documents, packKeys, goals, (all, keys, text) => {
        const engine = filled(make, all);
        const inside = new Map(
          all.filter(({ packKey }) => keys.has(packKey)).map((document) => [`${document.packKey} ${document.capabilityId}`, document]),
        );
        const { hits, total } = engine.search({ text, packKeys: keys, limit: 100 });
        for (const { packKey, capabilityId } of hits) expect(inside.has(`${packKey} ${capabilityId}`)).toBe(true);
        expect(total).toBe(hits.length);
        const ids = new Set([...inside.values()].map(({ capabilityId }) => capabilityId));
        for (const id of engine.nearest('pack.thing.do_2', keys, 100)) expect(ids).toContain(id);
      }),
    );
  });
}
