import { tokenize } from './tokenize.js';

/** A goal less alike than this says nothing. */
const LEAST_LIKENESS = 0.3;

export interface LearnedGoal {
  readonly packKey: string;
  readonly capabilityId: string;
  readonly goal: string;
}

/** The likeliest learned goal of a capability, and how like it is: 0.3 to 1. */
export interface LikeGoal {
  readonly learned: LearnedGoal;
  readonly likeness: number;
}

/** Which goals led to a run of which capability, as one workspace has learned; it knows nothing of any other. */
export class LearnedGoals {
  private readonly goals = new Map<string, { learned: LearnedGoal; terms: ReadonlySet<string> }>();
  private readonly byTerm = new Map<string, Set<string>>();

  /** `most`: goals that are kept; the one learned longest ago goes first. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.goals.size;
  }

  learn(learned: LearnedGoal): void {
    const key = keyOf(learned);
    this.forget(key);
    const terms = new Set(tokenize(learned.goal));
    if (terms.size === 0) return;
    this.goals.set(key, { learned, terms });
    for (const term of terms) this.byTerm.set(term, (this.byTerm.get(term) ?? new Set()).add(key));
    if (this.goals.size > this.most) this.forget(this.goals.keys().next().value!);
  }

  /** The capabilities of which a learned goal is like a text, by the share of words in common (Dice). */
  like(text: string): LikeGoal[] {
    const wanted = new Set(tokenize(text));
    const shared = new Map<string, number>();
    for (const term of wanted) for (const key of this.byTerm.get(term) ?? []) shared.set(key, (shared.get(key) ?? 0) + 1);
    const best = new Map<string, LikeGoal>();
    for (const [key, count] of shared) {
      const { learned, terms } = this.goals.get(key)!;
      const likeness = (2 * count) / (wanted.size + terms.size);
      const capability = `${learned.packKey}/${learned.capabilityId}`;
      if (likeness >= LEAST_LIKENESS && likeness > (best.get(capability)?.likeness ?? 0)) best.set(capability, { learned, likeness });
    }
    return [...best.values()];
  }

  private forget(key: string): void {
    for (const term of this.goals.get(key)?.terms ?? []) {
      const keys = this.byTerm.get(term);
      keys?.delete(key);
      if (keys?.size === 0) this.byTerm.delete(term);
    }
    this.goals.delete(key);
  }
}

const keyOf = ({ packKey, capabilityId, goal }: LearnedGoal): string => JSON.stringify([packKey, capabilityId, goal]);
