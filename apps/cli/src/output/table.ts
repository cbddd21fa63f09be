const WIDEST = 60;

const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : typeof value === 'number'
          ? String(Math.round(value * 1000) / 1000)
          : String(value as string);
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
};

/** Rows under named columns, padded to the widest cell. */
export function table(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const cells = [columns.map((name) => name.replaceAll('_', ' ')), ...rows.map((row) => columns.map((name) => cell(row[name])))];
  const widths = columns.map((_name, index) => Math.max(...cells.map((line) => (line[index] ?? '').length)));
  return cells
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
