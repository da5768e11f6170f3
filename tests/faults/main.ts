import { median } from '../../bench/table.ts';
import { endWith, optionsOf, printCounts } from '../helpers/long-run.ts';
import { seeded } from '../helpers/seeded.ts';
import { runRounds, VICTIMS, type Victim } from './rounds.ts';

/**
 * `npm run test:faults [-- --rounds 100 --seed N --victim server]`. Each round kills a random one of VICTIMS, unless
 * one is named; "frozen agent" has to be named.
 */
const { seed, rounds, victim: named } = optionsOf({ rounds: '100', victim: '' });
const only = VICTIMS.find((victim) => victim === named);
const chance = seeded(Number(seed));
const KILLED = VICTIMS.filter((victim) => victim !== 'frozen agent');
const victims = Array.from({ length: Number(rounds) }, (): Victim => {
  return only ?? KILLED[Math.floor(chance() * KILLED.length)] ?? 'agent';
});
const began = performance.now();
const { kills, acknowledged, lost, half, stray, broken, usualStarts, starts } = await runRounds({
  seed: Number(seed),
  victims,
  usual: 5,
  log: (line) => process.stdout.write(`${line}\n`),
});
const inMs = (value: number) => (Number.isFinite(value) ? `${Math.round(value)} ms` : 'none');
printCounts('Killed', kills);
printCounts('Starts', {
  'usual, median': inMs(median(usualStarts)),
  'after a kill, median': inMs(median(starts)),
  'after a kill, longest': inMs(Math.max(...starts)),
  'after a kill, count': starts.length,
});
printCounts('Balance', {
  'acknowledged writes': acknowledged,
  lost: lost.length,
  half: half.length,
  'stray processes': stray.length,
  'broken otherwise': broken.length,
  minutes: ((performance.now() - began) / 60_000).toFixed(1),
});
endWith([...lost, ...half, ...stray, ...broken]);
