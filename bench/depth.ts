/** The flag that runs a small part of every benchmark, to show that it works; the numbers mean little. */
export const SHORT = '--short';

const isShort = process.argv.includes(SHORT);

/** How many rounds, rows or milliseconds a benchmark takes: `full`, or `short` with --short. */
export function byDepth(full: number, short: number): number {
  return isShort ? short : full;
}
