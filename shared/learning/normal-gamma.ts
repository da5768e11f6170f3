import type { Random } from '../chance/seeded-random.ts';

/**
 * The belief about one option: a normal distribution of unknown mean and precision, with its conjugate prior, the
 * Normal-Gamma distribution. The values are logarithms of success; 0 is usual. docs/guide/learning.md explains the
 * numbers.
 */
export type NormalGamma = {
  mean: number;
  /** The number of values that the mean is based on. */
  strength: number;
  /** Shape and rate of the Gamma distribution of the precision. */
  shape: number;
  rate: number;
};

/**
 * Weighted values: the sum of their weights (each up to 1), and the weighted sums of the values and of their squares.
 */
export type Tally = { weight: number; sum: number; squares: number };

export const emptyTally = (): Tally => ({ weight: 0, sum: 0, squares: 0 });

/** Adds another tally, weighted by its likeness to this one. */
export function addTally(tally: Tally, { weight, sum, squares }: Tally, likeness: number): void {
  tally.weight += likeness * weight;
  tally.sum += likeness * sum;
  tally.squares += likeness * squares;
}

/**
 * Without data, an option is expected to do as well as usual, with the weight of four posts; posts of one option are
 * expected to differ by a factor of two, with the weight of eight.
 */
export const PRIOR: NormalGamma = { mean: 0, strength: 4, shape: 4, rate: 4 * Math.LN2 ** 2 };

/** Updates the prior with these values. */
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

/** Draws a possible mean from the belief (Thompson sampling). */
export function drawMean({ mean, strength, shape, rate }: NormalGamma, random: Random): number {
  const precision = drawGamma(shape, random) / rate;
  return mean + drawNormal(random) / Math.sqrt(strength * precision);
}

/** The range of four fifths of the possible means, approximated by a normal distribution of the same spread. */
export function likelyMeans({ mean, strength, shape, rate }: NormalGamma): { low: number; high: number } {
  const spread = FOUR_OF_FIVE * Math.sqrt(rate / (shape - 1) / strength);
  return { low: mean - spread, high: mean + spread };
}

/** The standard deviations on either side of a normal distribution's mean that cover four fifths of it. */
const FOUR_OF_FIVE = 1.2816;

/** The Box-Muller transform. */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Marsaglia and Tsang's method, for shapes of at least 1. */
function drawGamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = drawNormal(random);
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
