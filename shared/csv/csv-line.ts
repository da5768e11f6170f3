/**
 * Spreadsheets run text starting with one of these as a formula: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of CSV without its line break (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an
 * apostrophe, so that it is shown instead; null is an empty cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(cellOf).join(',');
}

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
