import Papa from 'papaparse';
import { UnreadableImport } from '../../../shared/posts/import/decode.ts';
import {
  IMPORT_MAX_CELL,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_POSTS,
  TOO_MANY_POSTS,
} from '../../../shared/posts/import/limits.ts';

/** A non-empty row: its first line in the file, 1-based, and its cells. */
export type CsvLine = { line: number; cells: string[] };

/** Excel and Numbers use the delimiter of the machine's region. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Excel's first line, which names the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
/** Limit of line ends in a file, including those inside cells: the parser slows down with each. */
const LINE_ENDS_MAX = 50_000;
/** Characters examined to find the delimiter. */
const SAMPLE = 20_000;

/**
 * The non-empty rows of a CSV text; at most the headings and IMPORT_MAX_POSTS more. UnreadableImport, with the line,
 * when a quotation mark is not closed or a limit is exceeded.
 */
export function readCsv(text: string): CsvLine[] {
  const separator = SEPARATOR_LINE.exec(text);
  const skipped = separator?.[0].length ?? 0;
  const table = text.slice(skipped);
  if (table.split('\n', LINE_ENDS_MAX + 1).length > LINE_ENDS_MAX) throw new UnreadableImport(TOO_MANY_POSTS);
  const delimiter = separator?.[1] ?? delimiterOf(table);
  const lines: CsvLine[] = [];
  let line = separator ? 2 : 1;
  let read = 0;
  const failures: string[] = [];
  Papa.parse<string[]>(table, {
    delimiter,
    step({ data: cells, errors, meta }, parser) {
      const start = line;
      for (; read < meta.cursor; read++) if (isLineEnd(table, read)) line++;
      const problem = problemOf(cells, errors);
      const isEmpty = cells.every((cell) => cell.trim() === '');
      if (problem !== null) failures.push(`Line ${start}: ${problem}`);
      else if (!isEmpty && lines.length > IMPORT_MAX_POSTS) failures.push(TOO_MANY_POSTS);
      else if (!isEmpty) lines.push({ line: start, cells });
      if (failures.length > 0) parser.abort();
    },
  });
  const [failure] = failures;
  if (failure !== undefined) throw new UnreadableImport(failure);
  return lines;
}

function problemOf(cells: readonly string[], errors: readonly { code: string }[]): string | null {
  if (errors.some(({ code }) => code === 'InvalidQuotes'))
    return 'Text follows a closing quotation mark ("). Write quotation marks inside a cell twice ("").';
  if (errors.some(({ code }) => code === 'MissingQuotes')) return 'A quotation mark (") is opened and never closed.';
  if (cells.length > IMPORT_MAX_COLUMNS) return `It has more than ${IMPORT_MAX_COLUMNS} columns.`;
  if (cells.some((cell) => cell.length > IMPORT_MAX_CELL))
    return `A cell has more than ${IMPORT_MAX_CELL.toLocaleString('en')} characters.`;
  return null;
}

/** The most frequent delimiter outside quotation marks in the table's first line. */
function delimiterOf(table: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of table.slice(0, SAMPLE)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [[delimiter, count] = [',', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return count > 0 ? delimiter : ',';
}

/** True at the last character of a line end: \n, or \r alone. */
function isLineEnd(text: string, index: number): boolean {
  return text[index] === '\n' || (text[index] === '\r' && text[index + 1] !== '\n');
}
