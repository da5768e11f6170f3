import { expect, test } from 'vitest';
import { seeded } from '../helpers/seeded.ts';
import { runRounds, VICTIMS } from './rounds.ts';

// Processes are read from Linux's /proc.
test.skipIf(process.platform !== 'linux')(
  'whatever is killed under load, what was acknowledged is there, nothing is half there, and nobody is left running',
  async () => {
    const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
    process.stderr.write(`Chance of this run: FAULTS_SEED=${seed}\n`);
    const chance = seeded(seed);
    const victim = VICTIMS[Math.floor(chance() * VICTIMS.length)] ?? 'agent';
    // Nothing is written to an agent that is killed while it starts, so an earlier one has to acknowledge something.
    const victims = victim === 'starting agent' ? (['agent', victim] as const) : [victim];
    const { lost, half, stray, broken, acknowledged } = await runRounds({ seed, victims, usual: 0 });
    expect({ lost, half, stray, broken }).toEqual({ lost: [], half: [], stray: [], broken: [] });
    expect(acknowledged).toBeGreaterThan(0);
  },
  300_000,
);
