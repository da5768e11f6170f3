import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { addTally, emptyTally, type NormalGamma, posterior, type Tally } from './normal-gamma.ts';
import { type TimeArm, timeArmOf } from './time-arm.ts';
import { hoursBetween, RELATED_TIMES, timeKeyOf } from './time-arms.ts';

/** Published posts with their success: 1 is usual for their accounts (public.learned_posts). */
export const knownPostsSchema = z.array(
  z.object({
    published_at: z.string(),
    success: z.number(),
    template: z.string().nullable(),
    project: z.string().nullable(),
  }),
);
export type KnownPost = z.infer<typeof knownPostsSchema>[number];

/** The same posts, placed in the workspace's week. */
export type PlacedPost = {
  epochMs: number;
  arm: TimeArm;
  success: number;
  template: string | null;
  project: string | null;
};

export function placedInWeek(posts: readonly KnownPost[], timezone: string): PlacedPost[] {
  return posts.map(({ published_at, ...post }) => {
    const time = Temporal.Instant.from(published_at);
    return { ...post, epochMs: time.epochMilliseconds, arm: timeArmOf(new Date(time.epochMilliseconds), timezone) };
  });
}

/** Minimum posts to learn from. With fewer, everything is scheduled as without learning. */
export const POSTS_NEEDED = 5;
/** Minimum age of a post in days: the metrics of younger ones still grow too much to be compared. */
export const RIPE_DAYS = 3;
/** Half-life of a post's weight, in days, because audiences change. */
export const HALF_LIFE_DAYS = 120;
/** A post's success is limited to this many times the usual, and to a fifth of it. */
export const MOST_TIMES = 5;
/** An option with fewer posts counts as hardly tried. */
export const HARDLY_TRIED = 3;

/** The knowledge about one option. */
export type Knowledge = { belief: NormalGamma; posts: number };

export type Learner = {
  /** Posts with known success. */
  posts: number;
  ofTime(arm: TimeArm): Knowledge;
  ofTemplate(id: string): Knowledge;
  ofProject(id: string): Knowledge;
};

type Seen = { post: PlacedPost; value: number; weight: number };
/** A property by which posts differ, with the tallies of each of its values. */
type Factor = {
  keyOf(post: PlacedPost): string | null;
  tallies: Map<string, Tally>;
  beliefOf(key: string): NormalGamma;
};

/**
 * Learns from these posts, as of `now`, about times, templates and projects. Each factor is judged by what the other
 * two leave unexplained, so that a template that was only used in the evening gets no credit for the evening. Posts
 * younger than RIPE_DAYS do not count.
 */
export function learnFrom(posts: readonly PlacedPost[], now: Temporal.Instant): Learner {
  const seen = posts.flatMap((post) => seenPost(post, now));
  const usual = posterior(tallyOf(seen)).mean;
  const template = named(({ template }) => template);
  const project = named(({ project }) => project);
  const time = timeFactor();
  const factors = [time, template, project];
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (const factor of factors) explain(factor, factors, seen, usual);
  const knownOf = (factor: Factor, id: string): Knowledge => ({
    belief: factor.beliefOf(id),
    posts: seen.filter(({ post }) => factor.keyOf(post) === id).length,
  });
  return {
    posts: seen.length,
    ofTime: (arm) => ({
      belief: time.beliefOf(timeKeyOf(arm)),
      posts: seen.filter(({ post: { arm: other } }) => isNear(other, arm)).length,
    }),
    ofTemplate: (id) => knownOf(template, id),
    ofProject: (id) => knownOf(project, id),
  };
}

const isNear = (one: TimeArm, other: TimeArm) => one.isWeekend === other.isWeekend && hoursBetween(one, other) <= 1;

/** After two sweeps, the effects of the factors hardly change any more. */
const SWEEPS = 2;

function seenPost(post: PlacedPost, now: Temporal.Instant): Seen[] {
  const ageDays = (now.epochMilliseconds - post.epochMs) / DAY_MS;
  if (ageDays < RIPE_DAYS || !Number.isFinite(post.success)) return [];
  const value = Math.log(Math.min(Math.max(post.success, 1 / MOST_TIMES), MOST_TIMES));
  return [{ post, value, weight: 2 ** (-ageDays / HALF_LIFE_DAYS) }];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tallies, for each value of a factor, the part of the posts' values that the other factors do not explain. */
function explain(factor: Factor, factors: readonly Factor[], seen: readonly Seen[], usual: number): void {
  const others = factors.filter((one) => one !== factor).map(rememberedMeans);
  factor.tallies.clear();
  for (const { post, value: whole, weight } of seen) {
    const key = factor.keyOf(post);
    if (key === null) continue;
    const value = others.reduce((left, meanOf) => left - meanOf(post), whole - usual);
    const tally = factor.tallies.get(key) ?? emptyTally();
    addTally(tally, { weight: 1, sum: value, squares: value ** 2 }, weight);
    factor.tallies.set(key, tally);
  }
}

function rememberedMeans({ keyOf, tallies, beliefOf }: Factor): (post: PlacedPost) => number {
  const means = new Map([...tallies.keys()].map((key) => [key, beliefOf(key).mean]));
  return (post) => means.get(keyOf(post) ?? '') ?? 0;
}

function tallyOf(seen: readonly Seen[]): Tally {
  const tally = emptyTally();
  for (const { value, weight } of seen) addTally(tally, { weight: 1, sum: value, squares: value ** 2 }, weight);
  return tally;
}

/** A factor whose values are independent of each other. Posts without a value are ignored. */
function named(keyOf: Factor['keyOf']): Factor {
  const tallies = new Map<string, Tally>();
  return { keyOf, tallies, beliefOf: (key) => posterior(tallies.get(key) ?? emptyTally()) };
}

/** Nearby hours share their knowledge. */
function timeFactor(): Factor {
  const tallies = new Map<string, Tally>();
  return {
    tallies,
    keyOf: ({ arm }) => timeKeyOf(arm),
    beliefOf(key) {
      const near = emptyTally();
      for (const { key: other, likeness } of RELATED_TIMES.get(key) ?? []) {
        const tally = tallies.get(other);
        if (tally) addTally(near, tally, likeness);
      }
      return posterior(near);
    },
  };
}
