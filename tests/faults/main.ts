import { parseArgs } from 'node:util';
import { median, printTable } from '../../bench/table.ts';
import { seeded } from '../helpers/seeded.ts';
import { runRounds, VICTIMS, type Victim } from './rounds.ts';

/**
 * `npm run test:faults [-- --rounds 100 --seed N --victim server]`. Each round kills one of VICTIMS by chance, unless one
 * is named; "frozen agent" has to be.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    victim: { type: 'string' },
  },
});
const seed = Number(values.seed);
const only = VICTIMS.find((victim) => victim === values.victim);
const chance = seeded(seed);
const KILLED = VICTIMS.filter((victim) => victim !== 'frozen agent');
const victims = Array.from({ length: Number(values.rounds) }, (): Victim => {
  return only ?? KILLED[Math.floor(chance() * KILLED.length)] ?? 'agent';
});
process.stdout.write(`seed ${seed}\n`);
const began = performance.now();
const { kills, acknowledged, lost, half, stray, broken, usualStarts, starts } = await runRounds({
  seed,
  victims,
  usual: 5,
  log: (line) => process.stdout.write(`${line}\n`),
});
const rows = (counts: Record<string, number | string>) =>
  Object.entries(counts).map(([what, count]) => ({ what, count: String(count) }));
const inMs = (value: number) => (Number.isFinite(value) ? `${Math.round(value)} ms` : 'none');
printTable('Killed', rows(kills));
printTable(
  'Starts',
  rows({
    'usual, median': inMs(median(usualStarts)),
    'after a kill, median': inMs(median(starts)),
    'after a kill, longest': inMs(Math.max(...starts)),
    'after a kill, count': starts.length,
  }),
);
printTable(
  'Balance',
  rows({
    'acknowledged writes': acknowledged,
    lost: lost.length,
    half: half.length,
    'stray processes': stray.length,
    'broken otherwise': broken.length,
    minutes: ((performance.now() - began) / 60_000).toFixed(1),
  }),
);
const faults = [...lost, ...half, ...stray, ...broken];
for (const line of faults) process.stdout.write(`${line}\n`);
process.exit(faults.length > 0 ? 1 : 0);
