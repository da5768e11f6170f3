import { parseArgs } from 'node:util';
import { printTable } from '../../bench/table.ts';

/** What a long run is asked for on its command line, `-- --posts 500 --seed 7`, with its seed, which is said first. */
export function optionsOf<T extends Record<string, string>>(defaults: T): T & { seed: string } {
  const all = { seed: String(Date.now() % 1_000_000), ...defaults };
  const options = Object.entries(all).map(([name, value]) => [name, { type: 'string' as const, default: value }]);
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

/** Says what is wrong, line by line, and ends the process: with 1 where anything is. */
export function endWith(faults: readonly string[]): never {
  for (const line of faults) process.stdout.write(`${line}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
