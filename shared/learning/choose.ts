import { randomFrom } from '../chance/seeded-random.ts';
import type { Choice } from './choice.ts';
import { HARDLY_TRIED, type Knowledge, type Learner, POSTS_NEEDED } from './learner.ts';
import { drawMean, likelyMeans } from './normal-gamma.ts';

/** An option to choose from. Options with the same `arm` are judged alike. */
export type Option<T> = { option: T; arm: string; known: Knowledge };

/**
 * Chooses an option by Thompson sampling, and says why; among options with the same arm, the first one. The same seed
 * and knowledge lead to the same choice. Null if there are too few posts to judge by, or fewer than two arms.
 */
export function chooseByLearning<T>(
  options: readonly Option<T>[],
  { learner, seed }: { learner: Pick<Learner, 'posts'>; seed: string },
): { option: T; choice: Choice } | null {
  if (learner.posts < POSTS_NEEDED) return null;
  const arms = new Map<string, Option<T>>();
  for (const option of options) if (!arms.has(option.arm)) arms.set(option.arm, option);
  // Each arm has its own random numbers, so that its draw does not depend on the other options.
  const drawn = [...arms.values()].map((one) => ({
    ...one,
    draw: drawMean(one.known.belief, randomFrom(`${seed} ${one.arm}`)),
  }));
  const chosen = highest(drawn, ({ draw }) => draw);
  const best = highest(drawn, ({ known }) => known.belief.mean);
  if (!chosen || !best || arms.size < 2) return null;
  return {
    option: chosen.option,
    choice: {
      why: whyChosen(chosen, best),
      ...figuresOf(chosen.known),
      among: arms.size,
      learnedFrom: learner.posts,
      seed,
    },
  };
}

/** The knowledge of an option in numbers, relative to the usual. */
export function figuresOf({ belief, posts }: Knowledge): Pick<Choice, 'posts' | 'times' | 'low' | 'high'> {
  const { low, high } = likelyMeans(belief);
  return { posts, times: timesOf(belief.mean), low: timesOf(low), high: timesOf(high) };
}

function whyChosen<T>(chosen: Option<T>, best: Option<T>): Choice['why'] {
  if (chosen.known.posts < HARDLY_TRIED) return 'hardly_tried';
  return chosen.arm === best.arm && best.known.belief.mean > 0 ? 'best' : 'compared';
}

const timesOf = (value: number) => Math.round(Math.exp(value) * 100) / 100;

function highest<T>(all: readonly T[], worthOf: (one: T) => number): T | undefined {
  let found = all[0];
  for (const one of all) if (found !== undefined && worthOf(one) > worthOf(found)) found = one;
  return found;
}
