import { Temporal } from 'temporal-polyfill';
import { type Random, randomFrom } from '../../../shared/chance/seeded-random.ts';
import { chooseByLearning } from '../../../shared/learning/choose.ts';
import { type Knowledge, learnFrom, type PlacedPost } from '../../../shared/learning/learner.ts';
import type { TimeArm } from '../../../shared/learning/time-arm.ts';
import { timeKeyOf } from '../../../shared/learning/time-arms.ts';

/** An audience with known preferences; effects are logarithms of how well a post does on average. */
export type Audience = {
  timeEffect(arm: TimeArm, day: number): number;
  templateEffect(template: string): number;
  /** Standard deviation of the logarithm of a post's success. */
  noise: number;
  /** The share of posts that do far better by pure luck, and their factor. */
  luck?: { share: number; times: number };
  /** The share of posts without known metrics. */
  unknown?: number;
};

export const HOURS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];
export const TEMPLATES = ['a', 'b', 'c', 'd', 'e'];

export type Played = { arm: TimeArm; template: string; day: number; worth: number };

const START = Temporal.Instant.from('2026-01-05T06:00:00Z');

/** One post a day, chosen by learning or uniformly at random. Its `worth` is its true mean, without noise. */
export function play(
  audience: Audience,
  { seed, days, learns }: { seed: string; days: number; learns: boolean },
): Played[] {
  const random = randomFrom(`audience ${seed}`);
  const posts: Known[] = [];
  const played: Played[] = [];
  for (let day = 0; day < days; day++) {
    const now = START.add({ hours: 24 * day });
    const isWeekend = day % 7 > 4;
    const arms = HOURS.map((hour) => ({ hour, isWeekend }));
    const learner = learnFrom(learns ? successes(posts) : [], now);
    const pick = <T>(all: readonly T[], nameOf: (one: T) => string, knownOf: (one: T) => Knowledge): T => {
      const byChance = all[Math.floor(random() * all.length)] as T;
      if (!learns) return byChance;
      const options = all.map((option) => ({ option, arm: nameOf(option), known: knownOf(option) }));
      return chooseByLearning(options, { learner, seed: `${seed} ${day}` })?.option ?? byChance;
    };
    const arm = pick(arms, timeKeyOf, learner.ofTime);
    const template = pick(TEMPLATES, String, learner.ofTemplate);
    const worth = audience.timeEffect(arm, day) + audience.templateEffect(template);
    const lucky = audience.luck && random() < audience.luck.share ? audience.luck.times : 1;
    const engagement = 40 * Math.exp(worth + audience.noise * normal(random)) * lucky;
    const isKnown = random() >= (audience.unknown ?? 0);
    const epochMs = now.epochMilliseconds + arm.hour * 3_600_000;
    if (isKnown) posts.push({ epochMs, arm, template, project: null, engagement });
    played.push({ arm, template, day, worth });
  }
  return played;
}

type Known = Omit<PlacedPost, 'success'> & { engagement: number };

/** Computes what public.post_successes does: success 1 is the median of known posts; with fewer than five, none. */
function successes(known: readonly Known[]): PlacedPost[] {
  if (known.length < 5) return [];
  const sorted = known.map(({ engagement }) => engagement).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  return known.map(({ epochMs, arm, template, project, engagement }) => ({
    epochMs,
    arm,
    template,
    project,
    success: engagement / median,
  }));
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
