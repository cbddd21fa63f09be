import type { Rule, Severity } from '../finding.js';

/** A place in a file of the folder; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What is to be said of a folder, and where. */
export interface FolderFinding extends Place {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly message: string;
  readonly capability_id: string | null;
}
