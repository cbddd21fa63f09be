import { join } from 'node:path';
import type { FolderFinding } from '@turnpike/domain-packs';
import { write } from '../output/lines.js';

/** `crm/pack.yaml:3:1  warning  no-description  …`: editors and CI make links of such lines. */
export function printFindings(folder: string, findings: readonly FolderFinding[]): void {
  for (const { file, line, column, severity, rule, message } of findings)
    write(`${join(folder, file)}:${line}:${column}  ${severity.padEnd(7)}  ${rule}  ${message}`);
}

/** `1 error, 2 warnings, 0 notes` */
export function countFindings(findings: readonly FolderFinding[]): string {
  const counts = (['error', 'warning', 'note'] as const).map((severity) => {
    const count = findings.filter((each) => each.severity === severity).length;
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return counts.join(', ');
}
