import { damaged, NOT_UTF8, OPEN_QUOTE } from '../messages.ts';

const ROW_MAX_CHARS = 1024 * 1024;
const CELLS_MAX = 200;
/** Limit of lines before the headings, which some exports begin with. */
const PREAMBLE_MAX_ROWS = 10;

/** Yields the rows of a comma-separated text. AppError bad_input for a row over 1 MB, as after an unclosed quote. */
async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let cells: string[] = [];
  let cell = '';
  let chars = 0;
  let isQuoted = false;
  /** Whether a quotation mark within quotes was just read: it ends them, unless another follows. */
  let mayEnd = false;
  let isFirst = true;
  for await (const piece of bytes) {
    if (isFirst && (piece[0] === 0xff || piece[0] === 0xfe || piece[1] === 0)) throw damaged(NOT_UTF8);
    isFirst = false;
    const text = decoder.decode(piece, { stream: true });
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (mayEnd) {
        mayEnd = false;
        if (char === 0x22) {
          cell += '"';
          from = at + 1;
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (char !== 0x22) continue;
        cell += text.slice(from, at);
        from = at + 1;
        mayEnd = true;
      } else if (char === 0x22) {
        cell += text.slice(from, at);
        from = at + 1;
        isQuoted = true;
      } else if (char === 0x2c || char === 0x0a) {
        cell += text.slice(from, at);
        from = at + 1;
        if (cells.length < CELLS_MAX) cells.push(cell);
        chars += cell.length;
        cell = '';
        if (char === 0x0a) {
          yield trimmed(cells);
          cells = [];
          chars = 0;
        }
      }
    }
    cell += text.slice(from);
    if (chars + cell.length > ROW_MAX_CHARS) throw damaged(OPEN_QUOTE);
  }
  if (isQuoted && !mayEnd) throw damaged(OPEN_QUOTE);
  if (cell !== '' || cells.length > 0) yield trimmed([...cells, cell]);
}

/** Removes the carriage return of a Windows line end. */
function trimmed(cells: string[]): string[] {
  return cells.map((cell, index) => (index === cells.length - 1 ? cell.replace(/\r$/, '') : cell));
}

/**
 * Yields the rows below the headings as maps by lower-case heading. AppError bad_input, with the reason `lacking`, if
 * no row has all the `needed` headings.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  needed: readonly string[],
  lacking: string,
): AsyncGenerator<ReadonlyMap<string, string>> {
  let headings: string[] | null = null;
  let before = 0;
  for await (const cells of csvRows(bytes)) {
    if (headings) {
      const isBlank = cells.length === 1 && cells[0] === '';
      if (!isBlank) yield new Map(headings.map((heading, index) => [heading, cells[index] ?? '']));
      continue;
    }
    const found = cells.map((cell) => cell.trim().toLowerCase());
    if (needed.every((heading) => found.includes(heading))) headings = found;
    else if (++before > PREAMBLE_MAX_ROWS) break;
  }
  if (!headings) throw damaged(lacking);
}
