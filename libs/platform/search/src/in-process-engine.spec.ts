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
});
