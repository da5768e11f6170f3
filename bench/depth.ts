/** The option that runs a small part of every benchmark: it shows that each of them runs, and its figures say little. */
export const SHORT = '--short';

const isShort = process.argv.includes(SHORT);

/** How many rounds, rows or milliseconds a benchmark takes: `full`, or `short` with --short. */
export function byDepth(full: number, short: number): number {
  return isShort ? short : full;
}
