/** Spreadsheets run a text as a formula that begins with one of these: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of CSV without its end (RFC 4180). A text that a spreadsheet would run is made one that it shows, by an
 * apostrophe before it; null is an empty cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(cellOf).join(',');
}

function cellOf(cell: string | number | null): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
