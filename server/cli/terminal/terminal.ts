import type { Readable, Writable } from 'node:stream';

/** The streams of a command and the signal that ends it; tests bring their own. */
export type Terminal = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  /** Aborted when the user or the system asks the command to end. */
  ending: AbortSignal;
};

/** Writes a line for the caller to stdout. */
export function print({ stdout }: Terminal, text: string): void {
  stdout.write(`${text}\n`);
}

/** Writes a line about the work to stderr, so that stdout stays the command's result. */
export function note({ stderr }: Terminal, text: string): void {
  stderr.write(`${text}\n`);
}

/** Writes a value as one line of JSON. */
export function printJson({ stdout }: Terminal, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes rows under their headings, each column as wide as its widest cell. */
export function printTable(terminal: Terminal, headings: readonly string[], rows: readonly string[][]): void {
  const lines = [[...headings], ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    print(
      terminal,
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Text from elsewhere, which must not move the cursor or colour the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
