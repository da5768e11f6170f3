import { parseArgs } from 'node:util';
import { printTable } from '../../bench/table.ts';

/**
 * The options of a long run from its command line, `-- --posts 500 --hosted --seed 7`, including its seed, which is
 * printed first. Options that are false by default take no value.
 */
export function optionsOf<T extends Record<string, string | boolean>>(defaults: T): T & { seed: string } {
  const all = { seed: String(Date.now() % 1_000_000), ...defaults };
  const options = Object.entries(all).map(([name, value]) => {
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type, default: value }];
  });
  const values = parseArgs({ options: Object.fromEntries(options) }).values as T & { seed: string };
  process.stdout.write(`seed ${values.seed}\n`);
  return values;
}

export function printCounts(title: string, counts: Record<string, number | string>): void {
  printTable(
    title,
    Object.entries(counts).map(([what, count]) => ({ what, count: String(count) })),
  );
}

/** Prints the errors, one per line, and exits the process: with 1 if there are any. */
export function endWith(faults: readonly string[]): never {
  for (const line of faults) process.stdout.write(`${line}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
