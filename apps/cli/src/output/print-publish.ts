import { asList, write, type Fields } from './lines.js';
import { table } from './table.js';

const MOST_ROWS = 50;

/** What a publish did, or with plan would do. */
export function printPublish(data: Fields, quiet: boolean): void {
  const plan = data['plan'] === true;
  write(`${counts(data)}${indexed(data)}`);
  if (quiet) return;
  const changed = asList(data['changes']).filter(({ change }) => change !== 'unchanged');
  if (changed.length > 0 && (plan || changed.some(({ change }) => change !== 'added')))
    write(table(changed.slice(0, MOST_ROWS), ['capability_id', 'change', 'from_version', 'to_version']));
  if (changed.length > MOST_ROWS) write(`  and ${changed.length - MOST_ROWS} more; --json lists all`);
  for (const each of asList(data['pack_differences'])) if (plan || each['change'] === 'changed') write(`  pack ${difference(each)}`);
  const affected = Number(data['turns_affected'] ?? 0);
  if (affected > 0) write(`  ${affected} open turns hold what this changes and ${plan ? 'would be' : 'are'} retired`);
  for (const each of asList(data['left_out'])) write(`  left out ${String(each['operation'])}: ${String(each['reason'])}`);
  for (const each of (data['warnings'] as string[] | undefined) ?? []) write(`  note ${each}`);
  const stay = (data['not_offered'] as string[] | undefined) ?? [];
  if (stay.length > 0) write(`  published but not offered here: ${stay.slice(0, 10).join(', ')}${stay.length > 10 ? ' …' : ''}`);
  if (stay.length > 0 && data['operations'] === undefined) write('  they stay; turnpike pack publish --prune withdraws them');
}

/** The differences of a plan, field by field. */
export function printDifferences(data: Fields): void {
  const changed = asList(data['changes']).filter(({ change }) => change !== 'unchanged');
  for (const each of asList(data['pack_differences'])) write(`pack ${difference(each)}`);
  for (const each of changed) {
    const versions = each['from_version'] === null ? '' : ` ${String(each['from_version'])} → ${String(each['to_version'] ?? 'withdrawn')}`;
    write(`${String(each['change'])} ${String(each['capability_id'])}${versions}`);
    for (const one of asList(each['differences'])) write(`  ${difference(one)}`);
  }
  if (changed.length + asList(data['pack_differences']).length === 0) write(`${String(data['pack_id'])}: nothing changed`);
}

const difference = ({ pointer, change, from, to }: Fields): string => {
  const [was, now] = [JSON.stringify(from), JSON.stringify(to)];
  return change === 'changed'
    ? `~ ${String(pointer)}: ${was} → ${now}`
    : `${change === 'added' ? '+' : '-'} ${String(pointer)}: ${now ?? was}`;
};

function counts(data: Fields): string {
  const imported =
    data['operations'] === undefined ? '' : `${String(data['operations'])} operations, ${String(data['imported'])} imported; `;
  const verb = data['plan'] === true ? 'would publish' : 'published';
  return `${String(data['pack_id'])}: ${imported}${verb} ${String(data['published'])}, unchanged ${String(data['unchanged'])}, removed ${String(data['removed'])}`;
}

function indexed(data: Fields): string {
  const index = data['index'] as Fields | null | undefined;
  if (!index) return '';
  return index['state'] === 'indexed' ? '; searches find it' : '; searches find it in a moment (the index has not heard of it yet)';
}
