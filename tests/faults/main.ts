import { endWith, optionsOf, printCounts } from '../helpers/long-run.ts';
import { seeded } from '../helpers/seeded.ts';
import { runRounds, VICTIMS, type Victim } from './rounds.ts';

/** `npm run test:faults [-- --rounds 100 --seed N --victim server]`: each round kills one of VICTIMS, by chance unless it is named. */
const { seed, rounds, victim: named } = optionsOf({ rounds: '100', victim: '' });
const only = VICTIMS.find((victim) => victim === named);
const chance = seeded(Number(seed));
const victims = Array.from({ length: Number(rounds) }, (): Victim => {
  return only ?? VICTIMS[Math.floor(chance() * VICTIMS.length)] ?? 'agent';
});
const { kills, acknowledged, lost, half, stray, broken } = await runRounds({
  seed: Number(seed),
  victims,
  log: (line) => process.stdout.write(`${line}\n`),
});
printCounts('Killed', kills);
printCounts('Balance', {
  'acknowledged writes': acknowledged,
  lost: lost.length,
  half: half.length,
  'stray processes': stray.length,
  'broken otherwise': broken.length,
});
endWith([...lost, ...half, ...stray, ...broken]);
