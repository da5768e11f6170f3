import type { Random } from '../chance/seeded-random.ts';

/**
 * What is known of one choice: a normal distribution of unknown mean and precision, with its conjugate prior, the
 * Normal-Gamma. The values are logarithms of successes, 0 for the usual. docs/guide/learning.md says why these numbers.
 */
export type NormalGamma = {
  mean: number;
  /** How many values the mean is worth. */
  strength: number;
  /** Of the Gamma distribution of the precision. */
  shape: number;
  rate: number;
};

/** Values that count more or less, up to 1 each: their weights, and the weighted sums of them and of their squares. */
export type Tally = { weight: number; sum: number; squares: number };

export const emptyTally = (): Tally => ({ weight: 0, sum: 0, squares: 0 });

/** Adds what another counted, as much as it says about this one. */
export function addTally(tally: Tally, { weight, sum, squares }: Tally, likeness: number): void {
  tally.weight += likeness * weight;
  tally.sum += likeness * sum;
  tally.squares += likeness * squares;
}

/**
 * Before anything is known a choice does as well as usual, as if four posts had said so; a post commonly does half or
 * twice as well as another of its kind, as if eight had.
 */
export const PRIOR: NormalGamma = { mean: 0, strength: 4, shape: 4, rate: 4 * Math.LN2 ** 2 };

/** The prior after these values. */
export function posterior({ weight, sum, squares }: Tally, prior: NormalGamma = PRIOR): NormalGamma {
  if (weight === 0) return prior;
  const average = sum / weight;
  const spread = Math.max(0, squares - weight * average ** 2);
  const strength = prior.strength + weight;
  const shift = (prior.strength * weight * (average - prior.mean) ** 2) / strength;
  return {
    mean: (prior.strength * prior.mean + sum) / strength,
    strength,
    shape: prior.shape + weight / 2,
    rate: prior.rate + (spread + shift) / 2,
  };
}

/** A possible mean, drawn from what is known (Thompson sampling). */
export function drawMean({ mean, strength, shape, rate }: NormalGamma, random: Random): number {
  const precision = drawGamma(shape, random) / rate;
  return mean + drawNormal(random) / Math.sqrt(strength * precision);
}

/** Four of five possible means lie between these; by a normal distribution of the same spread. */
export function likelyMeans({ mean, strength, shape, rate }: NormalGamma): { low: number; high: number } {
  const spread = FOUR_OF_FIVE * Math.sqrt(rate / (shape - 1) / strength);
  return { low: mean - spread, high: mean + spread };
}

/** Standard deviations on either side of a normal distribution's mean that hold four fifths of it. */
const FOUR_OF_FIVE = 1.2816;

/** Box and Muller's transform. */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Marsaglia and Tsang's method, for shapes from 1. */
function drawGamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = drawNormal(random);
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
