import type { Readable, Writable } from 'node:stream';

/** A command's streams, and the signal that ends it; replaceable in tests. */
export type Terminal = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  /** Aborts when the user or the system interrupts the command. */
  ending: AbortSignal;
  /** How long a clean-up request may take after that; the API's own limit when absent. */
  tidyUpMs?: number;
};

/** Writes a line of the result to stdout. */
export function print({ stdout }: Terminal, text: string): void {
  stdout.write(`${text}\n`);
}

/** Writes a progress line to stderr, so that stdout stays the command's result. */
export function note({ stderr }: Terminal, text: string): void {
  stderr.write(`${text}\n`);
}

export function printJson({ stdout }: Terminal, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes rows under their headings in aligned columns. */
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

/** Untrusted text on one line, without control sequences. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
