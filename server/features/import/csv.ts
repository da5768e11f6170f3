import Papa from 'papaparse';
import { UnreadableImport } from '../../../shared/posts/import/decode.ts';
import {
  IMPORT_MAX_CELL,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_POSTS,
  TOO_MANY_POSTS,
} from '../../../shared/posts/import/limits.ts';

/** A line of the table that is not empty: where it begins in the file, from 1, and its cells. */
export type CsvLine = { line: number; cells: string[] };

/** Excel and Numbers write what the machine's region has between cells. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Excel's own first line, which names the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
/** Ends of lines in a whole file, those inside cells included: the parser takes its time for each line. */
const LINE_ENDS_MAX = 50_000;
/** How much of the file shows its delimiter, in characters. */
const SAMPLE = 20_000;

/**
 * The lines of a CSV text, empty ones left out; at most one for the headings and IMPORT_MAX_POSTS more. UnreadableImport,
 * with the line, where a quotation mark never ends or a limit is passed.
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

/** The delimiter that stands most often outside of quotation marks in the beginning of the table's first line. */
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

/** True at the last character of a line's end: \n, or a \r alone. */
function isLineEnd(text: string, index: number): boolean {
  return text[index] === '\n' || (text[index] === '\r' && text[index + 1] !== '\n');
}
