/**
 * Judges a history of admissions and changes after the fact. It imports nothing: it knows the rule and what the history says.
 *
 * The rule. contract, pack, install: what an admission carries is what stood when its redeem committed. PostgreSQL's commit times are sound
 * for this: a redeem's is taken before its shared lock is let go and a change's before its exclusive one, so of two that exclude each other
 * the earlier has the earlier time. connection, price and the other contracts of the turn, which redeem reads without a lock: nothing
 * newer was acknowledged before the redeem began. permission: what the caller held when it asked. And a turn that was once answered
 * `catalog_changed` admits nothing any more.
 */
export interface History {
  readonly changes: readonly { part: string; key: string; value: string; at: number }[];
  readonly acknowledged: readonly { part: string; key: string; value: string; at: number }[];
  readonly redeems: readonly Redeem[];
}

export interface Redeem {
  readonly turn: string;
  readonly workspace: string;
  readonly capability: string;
  readonly outcome: string;
  /** Microseconds since the epoch, of the database's clock: when it was asked, and when it committed. */
  readonly began: number;
  readonly at: number;
  readonly held: readonly string[];
  readonly owner: string | null;
  readonly pack: string | null;
  readonly provider: string | null;
  readonly permission: string | null;
  readonly vector: Readonly<Record<string, string>> | null;
  readonly others: readonly { key: string; contract: string }[];
}

export const JUDGED = ['contract', 'pack', 'install', 'connection', 'price', 'permission', 'others', 'retired'] as const;
export interface Verdict {
  admissions: number;
  violations: Record<(typeof JUDGED)[number], number>;
}

export function judge(history: History): Verdict {
  const verdict: Verdict = { admissions: 0, violations: Object.fromEntries(JUDGED.map((part) => [part, 0])) as Verdict['violations'] };
  const stood = linesOf(history.changes);
  const known = linesOf(history.acknowledged);
  const retired = new Map<string, number>();
  for (const { turn, outcome, at } of history.redeems)
    if (outcome === 'changed') retired.set(turn, Math.min(at, retired.get(turn) ?? Number.POSITIVE_INFINITY));

  for (const redeem of history.redeems) {
    const { vector, workspace, owner, pack, capability, provider, began, at } = redeem;
    if (redeem.outcome !== 'redeemed' || vector === null) continue;
    verdict.admissions += 1;
    const count = (part: (typeof JUDGED)[number], broken: boolean) => (verdict.violations[part] += broken ? 1 : 0);
    const isNot = (part: string, key: string) => last(stood.get(`${part} ${key}`), at) !== vector[part];
    const isOlder = (part: string, key: string, carried: string) => Number(last(known.get(`${part} ${key}`), began) ?? 0) > Number(carried);
    count('contract', isNot('contract', `${owner}/${capability}`));
    count('pack', isNot('pack', `${owner}/${pack}`));
    count('install', isNot('install', `${workspace}/${pack}`));
    count('connection', provider !== null && isOlder('connection', `${workspace}/${provider}`, vector['connection'] ?? ''));
    count('price', vector['price'] !== 'none' && isOlder('price', `${owner}/${capability}`, vector['price'] ?? ''));
    count('permission', (vector['permission'] === 'held') !== redeem.held.includes(redeem.permission ?? ''));
    count(
      'others',
      redeem.others.some(({ key, contract }) => isOlder('contract', key, contract)),
    );
    count('retired', (retired.get(redeem.turn) ?? Number.POSITIVE_INFINITY) < began);
  }
  return verdict;
}

type Line = { value: string; at: number }[];

function linesOf(changes: History['changes']): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const { part, key, value, at } of changes) {
    const name = `${part} ${key}`;
    lines.set(name, [...(lines.get(name) ?? []), { value, at }]);
  }
  for (const line of lines.values()) line.sort((a, b) => a.at - b.at);
  return lines;
}

const last = (line: Line | undefined, at: number): string | undefined => line?.findLast((each) => each.at <= at)?.value;
