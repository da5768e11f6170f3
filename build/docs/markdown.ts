/** Longest line of a page, except for tables and URLs; tests/docs.test.ts enforces it for all pages. */
const LINE = 120;

/** The note at the top of a generated page. `source` is the file to change instead. */
export function generated(source: string): string {
  return `<!-- Written by "npm run docs" from ${source}. Do not edit. -->`;
}

/** Joins blocks to a page, separated by empty lines. Empty blocks are left out. */
export function page(...blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Makes a table, formatted like the formatter does: each column is as wide as its widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)].join('\n');
}

/** Makes a bulleted or numbered list. */
export function list(items: readonly string[], kind: 'bullets' | 'numbers' = 'bullets'): string {
  return items
    .map((item, index) => {
      const mark = kind === 'bullets' ? '- ' : `${index + 1}. `;
      return mark + wrap(item, LINE - mark.length).replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

/** A word, or a whole link, which must not be wrapped: the formatter mishandles wrapped links in lists. */
const WORD = /(?:\[[^\]]*\]\([^)\s]*\)|\S)+/g;

/** Wraps a paragraph between words. */
export function wrap(text: string, width = LINE): string {
  const lines: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Capitalizes the text and ends it with a full stop. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
