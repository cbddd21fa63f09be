import { MOST_COUNTED } from './find-best.js';
import { InProcessEngine } from './in-process-engine.js';
import { describeSearchEngine, documentOf } from './search-engine.spec-support.js';

describeSearchEngine('InProcessEngine', () => new InProcessEngine());

describe('InProcessEngine', () => {
  it('counts at most 1,000 matches', () => {
    const engine = new InProcessEngine();
    for (let at = 0; at < MOST_COUNTED + 500; at += 1)
      engine.apply(documentOf('one/erp', `erp.invoice.do_${at}`, { title: `invoice ${at}` }));
    const { hits, total } = engine.search({ text: 'invoice', packKeys: new Set(['one/erp']), limit: 3 });
    expect(total).toBe(MOST_COUNTED);
    expect(hits).toHaveLength(3);
  });

  it('sees a pack that comes after the caller’s set was first used', () => {
    const engine = new InProcessEngine();
    const packKeys = new Set(['one/late']);
    expect(engine.search({ text: 'ledger', packKeys, limit: 3 }).total).toBe(0);
    engine.apply(documentOf('one/late', 'late.ledger.read', { title: 'Ledger' }));
    expect(engine.search({ text: 'ledger', packKeys, limit: 3 }).total).toBe(1);
  });

  it('ranks after naming nearest ids as before', () => {
    const engine = new InProcessEngine();
    // Enough that the postings are read, and not each document that the caller sees.
    for (let at = 0; at < 400; at += 1)
      engine.apply(documentOf('one/erp', `erp.invoice.do_${at}`, { title: `invoice ${at % 7}`, description: 'ledger of refunds' }));
    const packKeys = new Set(['one/erp']);
    const search = () => engine.search({ text: 'invoice 3 ledger of refunds, parcel or invoices', packKeys, limit: 5 });
    const before = search();
    expect(engine.nearest('erp.invoice.do_x', packKeys, 3)).toHaveLength(3);
    expect(search()).toEqual(before);
  });
});
