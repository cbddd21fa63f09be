import fc from 'fast-check';
import { chainEntry, GENESIS_DIGEST, verifyChain, type AuditFact, type ChainedEntry } from './audit-chain.js';

const text = fc.string({ maxLength: 20 });
const facts = fc.array(fc.record({ principal_id: text, action: text, subject: text, outcome: text }), { minLength: 1, maxLength: 12 });

function chain(given: readonly Pick<AuditFact, 'principal_id' | 'action' | 'subject' | 'outcome'>[]): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (const fact of given) {
    const whole = { ...fact, workspace_id: 'ws_a', sequence: entries.length + 1, at: '2026-01-01T00:00:00.000Z' };
    entries.push(chainEntry(whole, entries.at(-1)?.digest ?? GENESIS_DIGEST));
  }
  return entries;
}

describe('the audit chain', () => {
  it('is intact when nobody touched it, whole or from any entry on', () => {
    fc.assert(
      fc.property(facts, fc.nat(), (given, place) => {
        const entries = chain(given);
        const from = place % entries.length;
        expect(verifyChain(entries)).toEqual({ intact: true });
        expect(verifyChain(entries.slice(from), entries[from]?.previous_digest)).toEqual({ intact: true });
      }),
    );
  });

  it('tells any field that was changed', () => {
    const field = fc.constantFrom('workspace_id', 'at', 'principal_id', 'action', 'subject', 'outcome', 'digest', 'previous_digest');
    fc.assert(
      fc.property(facts, fc.nat(), field, (given, place, name) => {
        const entries = chain(given);
        const at = place % entries.length;
        const changed = entries.map((entry, index) => (index === at ? { ...entry, [name]: `${entry[name as 'at']}!` } : entry));
        expect(verifyChain(changed)).toMatchObject({ intact: false, sequence: at + 1 });
      }),
    );
  });

  it('tells an entry that was left out or moved', () => {
    const entries = chain(['one', 'two', 'three'].map((action) => ({ principal_id: 'p', action, subject: 's', outcome: 'done' })));
    const [one, two, three] = entries as [ChainedEntry, ChainedEntry, ChainedEntry];
    expect(verifyChain([one, three])).toMatchObject({ intact: false, reason: 'entry 2 is missing' });
    expect(verifyChain([one, { ...three, sequence: 2 }, two])).toMatchObject({ intact: false, sequence: 2 });
    expect(verifyChain([two, three])).toMatchObject({ intact: false, reason: 'it does not follow the entry before it' });
  });

  it('tells an entry re-hashed on its own, by the one after it', () => {
    const [one, two] = chain([
      { principal_id: 'p', action: 'a', subject: 's', outcome: 'done' },
      { principal_id: 'p', action: 'b', subject: 's', outcome: 'done' },
    ]) as [ChainedEntry, ChainedEntry];
    const forged = chainEntry({ ...one, outcome: 'refused' }, GENESIS_DIGEST);
    expect(verifyChain([forged, two])).toMatchObject({ intact: false, sequence: 2 });
  });
});
