/** The middle value of `values`; the mean of the middle two when their number is even. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Prints rows under a heading, columns aligned. */
export function printTable(heading: string, rows: Record<string, string>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length));
  const line = (cells: (column: string) => string) =>
    columns.map((column) => cells(column).padEnd(width(column))).join('  ');
  const lines = [line((column) => column), line((column) => '-'.repeat(width(column)))];
  for (const row of rows) lines.push(line((column) => row[column] ?? ''));
  process.stdout.write(`\n${heading}\n${lines.join('\n')}\n`);
}
