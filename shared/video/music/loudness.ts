import { SAMPLE_RATE, type Sound } from './sound.ts';

/** Block length and step in seconds, and the gates, according to ITU-R BS.1770-4. */
const BLOCK_SECONDS = 0.4;
const STEP_SECONDS = 0.1;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

type Filter = { b: readonly [number, number, number]; a: readonly [number, number] };

/** K-weighting at 48 kHz: a shelf filter for the effect of the head, and a high-pass filter. */
const SHELF: Filter = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};
const HIGH_PASS: Filter = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

/** Integrated loudness in LUFS according to ITU-R BS.1770-4; minus infinity for silence and for less than a block. */
export function loudnessOf({ left, right }: Sound): number {
  const steps = [stepEnergies(left), stepEnergies(right)] as const;
  const perBlock = Math.round(BLOCK_SECONDS / STEP_SECONDS);
  const blocks: number[] = [];
  for (let at = 0; at + perBlock <= steps[0].length; at += 1) {
    let energy = 0;
    for (let step = at; step < at + perBlock; step += 1) {
      energy += (steps[0][step] ?? 0) + (steps[1][step] ?? 0);
    }
    blocks.push(energy / perBlock);
  }
  const audible = blocks.filter((energy) => lufs(energy) > ABSOLUTE_GATE);
  const gate = lufs(mean(audible)) + RELATIVE_GATE;
  return lufs(mean(audible.filter((energy) => lufs(energy) > gate)));
}

function lufs(energy: number): number {
  return energy > 0 ? -0.691 + 10 * Math.log10(energy) : Number.NEGATIVE_INFINITY;
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** The mean square of each tenth of a second of a channel, with K-weighting. */
function stepEnergies(channel: Float32Array): number[] {
  const length = Math.round(STEP_SECONDS * SAMPLE_RATE);
  const energies: number[] = [];
  const [shelf, highPass] = [filter(SHELF), filter(HIGH_PASS)];
  let sum = 0;
  for (let at = 0; at < channel.length; at += 1) {
    const value = highPass(shelf(channel[at] as number));
    sum += value * value;
    if ((at + 1) % length === 0) {
      energies.push(sum / length);
      sum = 0;
    }
  }
  return energies;
}

function filter({ b: [b0, b1, b2], a: [a1, a2] }: Filter): (value: number) => number {
  let [z1, z2] = [0, 0];
  return (value) => {
    const out = b0 * value + z1;
    z1 = b1 * value - a1 * out + z2;
    z2 = b2 * value - a2 * out;
    return out;
  };
}
