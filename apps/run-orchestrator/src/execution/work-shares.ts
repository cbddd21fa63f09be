/** Runs that one process works on at once. */
export const MOST_AT_ONCE = 16;
/** Of them one workspace's: a workspace that queues thousands leaves places to the others. */
export const MOST_OF_WORKSPACE = 12;

/** Who has how many of the places. */
export class WorkShares {
  private readonly taken = new Map<string, number>();
  busy = 0;

  get free(): number {
    return MOST_AT_ONCE - this.busy;
  }

  /** False, and nothing taken, when there is no place for this workspace. */
  take(workspaceId: string): boolean {
    const own = this.taken.get(workspaceId) ?? 0;
    if (this.busy >= MOST_AT_ONCE || own >= MOST_OF_WORKSPACE) return false;
    this.busy += 1;
    this.taken.set(workspaceId, own + 1);
    return true;
  }

  leave(workspaceId: string): void {
    this.busy -= 1;
    const left = (this.taken.get(workspaceId) ?? 0) - 1;
    if (left > 0) this.taken.set(workspaceId, left);
    else this.taken.delete(workspaceId);
  }

  /** Workspaces that may take no more for now. */
  full(): string[] {
    return [...this.taken].filter(([, count]) => count >= MOST_OF_WORKSPACE).map(([workspaceId]) => workspaceId);
  }
}
