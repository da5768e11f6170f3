/** Longest line of a page, tables and addresses aside; tests/docs.test.ts holds every page to it. */
const LINE = 120;

/** The note at the top of a generated page. `source` is what to change instead. */
export function generated(source: string): string {
  return `<!-- Written by "npm run docs" from ${source}. Do not edit. -->`;
}

/** A page from its blocks, with an empty line between two. Empty blocks are left out. */
export function page(...blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** A table as the formatter sets it: each column as wide as its widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(cells[0] ?? []), rule, ...cells.slice(1).map(line)].join('\n');
}

/** A list. Numbered ones take their numbers from the order. */
export function list(items: readonly string[], kind: 'bullets' | 'numbers' = 'bullets'): string {
  return items
    .map((item, index) => {
      const mark = kind === 'bullets' ? '- ' : `${index + 1}. `;
      return mark + wrap(item, LINE - mark.length).replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

/** A word, or a link with the words that it shows, which is not broken: the formatter loses its place in a list. */
const WORD = /(?:\[[^\]]*\]\([^)\s]*\)|\S)+/g;

/** A paragraph, broken between words. */
export function wrap(text: string, width = LINE): string {
  const lines: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** The text with a capital at its start and a full stop at its end. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
