/** A run that got so far, on the connection's version that it was admitted with. */
export interface Admitted {
  readonly run: string;
  readonly step: 'queued' | 'running';
  readonly version: number;
  /** When it was committed, in microseconds by the database's own clock. */
  readonly at: number;
}

/** A change of the connection. */
export interface Change {
  readonly version: number;
  readonly at: number;
}

/**
 * What breaks the fence: a step that was committed after a change to a version later than the one that it carries. Shares no code with the
 * product: it knows commit times and versions only.
 */
export function judgeHistory(admitted: readonly Admitted[], changes: readonly Change[]): Admitted[] {
  return admitted.filter(({ version, at }) => changes.some((change) => change.version > version && change.at <= at));
}
