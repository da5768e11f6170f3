import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import {
  afterStep,
  beginSession,
  LOOK_MS,
  nextStep,
  type SessionState,
  type Sight,
  type Step,
} from '../../../../server/features/warmup/next-step.ts';
import {
  CLOSING_MS,
  GRIDS_MAX,
  PAUSE_MS,
  POST_RESERVE_MS,
  type Range,
  REELS_MAX,
  REST_MS,
  WAY_RESERVE_MS,
} from '../../../../server/features/warmup/pace.ts';
import { type Place, planSession } from '../../../../server/features/warmup/plan.ts';
import { createScreenshots } from '../../../../server/features/warmup/screenshots.ts';
import {
  DEFAULT_WARMUP_LIMITS,
  type WarmupLimits,
  warmupLimitsSchema,
} from '../../../../shared/accounts/warmup-limits.ts';
import { isFull } from '../../../helpers/depth.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { seeded } from '../../../helpers/seeded.ts';

const SESSIONS = isFull ? 200 : 60;
const MINUTE_MS = 60_000;

/** How much a simulated Instagram has to show; posts are randomly photos or videos. */
type World = { posts: number; stories: number; reels: number; grids: number; videoShare: number };
const ENDLESS: World = {
  posts: Number.POSITIVE_INFINITY,
  stories: 40,
  reels: Number.POSITIVE_INFINITY,
  grids: Number.POSITIVE_INFINITY,
  videoShare: 0.4,
};

type Session = { steps: Step[]; sights: (Sight | null)[]; state: SessionState; elapsedMs: number };

/**
 * Simulates a whole session. `wayMs` is how long it takes to get to a place, for loading pages and dismissing dialogs.
 */
function simulate(limits: WarmupLimits, seed: number, world: World, wayMs = 0): Session {
  const random = seeded(seed);
  let state = beginSession(planSession(limits, random));
  const left: { [place in Place]: number } = {
    feed: world.posts,
    stories: world.stories,
    reels: world.reels,
    explore: world.grids,
  };
  const show = (place: Place): Sight | null => {
    left[place] -= 1;
    if (left[place] < 0) return null;
    if (place === 'feed') return random() < world.videoShare ? 'video' : 'photo';
    return ({ stories: 'story', reels: 'reel', explore: 'grid' } as const)[place];
  };
  const session: Session = { steps: [], sights: [], state, elapsedMs: 0 };
  while (session.steps.at(-1)?.kind !== 'close') {
    if (session.steps.length > 2000) throw new Error('The session does not end.');
    const step = nextStep(state, session.elapsedMs, random);
    const sight = step.kind === 'look' ? state.sight : null;
    const found = step.kind === 'advance' && state.current ? show(state.current.place) : null;
    state = afterStep(state, step, step.kind === 'advance' ? found : true);
    session.steps.push(step);
    session.sights.push(sight);
    session.elapsedMs += timeOf(step) + (step.kind === 'go' ? wayMs : 0);
  }
  return { ...session, state };
}

function timeOf(step: Step): number {
  if (step.kind === 'go') return 0;
  return step.kind === 'advance' ? step.pauseMs : step.ms;
}

/** A sentence for each rule that a session breaks; empty if it keeps them all. */
function breaches({ steps, sights, state, elapsedMs }: Session, limits: WarmupLimits, world: World): string[] {
  const found: string[] = [];
  const within = (value: number, [min, max]: Range, what: string) => {
    if (value < min - 1e-6 || value > max + 1e-6) found.push(`${what}: ${value} is not from ${min} to ${max}`);
  };
  within(
    elapsedMs,
    [limits.warmup_minutes_min * MINUTE_MS, limits.warmup_minutes_max * MINUTE_MS],
    'the whole session',
  );
  within(state.seen.feed, [Math.min(limits.warmup_posts_min, world.posts), limits.warmup_posts_max], 'posts');
  within(state.seen.reels, [0, REELS_MAX], 'reels');
  within(state.seen.explore, [0, GRIDS_MAX], 'pieces of Explore');
  within(state.likes, [0, limits.warmup_likes_max], 'likes');
  for (const [index, step] of steps.entries()) {
    const sight = sights[index];
    if (step.kind === 'advance') within(step.pauseMs, PAUSE_MS, 'a pause');
    else if (step.kind === 'rest') within(step.ms, REST_MS, 'a rest');
    else if (step.kind === 'close') within(step.ms, CLOSING_MS, 'the end');
    else if (step.kind === 'look' && sight) within(step.ms, LOOK_MS[sight], sight);
    else if (step.kind !== 'go') found.push(`${step.kind} is nothing that a session does here`);
    if (step.kind === 'look' && step.like && sight !== 'photo') found.push(`likes a ${sight}`);
  }
  const likes = steps.filter((step) => step.kind === 'look' && step.like).length;
  if (likes !== state.likes) found.push(`${likes} likes were counted as ${state.likes}`);
  return found;
}

/** The breaches of many sessions with different seeds. */
function allBreaches(limits: WarmupLimits, world: World): string[] {
  const seeds = Array.from({ length: SESSIONS }, (_, seed) => seed);
  return seeds.flatMap((seed) => breaches(simulate(limits, seed, world), limits, world));
}

/** The steps of a session in order, without their times. */
function orderOf({ steps }: Session): string {
  return steps.map((step) => (step.kind === 'go' ? step.visit.place : step.kind)).join(' ');
}

describe('a session', () => {
  const sessions = Array.from({ length: SESSIONS }, (_, seed) => simulate(DEFAULT_WARMUP_LIMITS, seed, ENDLESS));

  it('looks at a photo for 3 to 6 s and at a video for 8 to 30 s, at 10 to 20 posts in 8 to 15 min, and likes nothing by itself', () => {
    expect(LOOK_MS).toMatchObject({ photo: [3_000, 6_000], video: [8_000, 30_000] });
    expect(sessions.flatMap((session) => breaches(session, DEFAULT_WARMUP_LIMITS, ENDLESS))).toEqual([]);
    expect(sessions.every(({ state }) => state.likes === 0)).toBe(true);
  });

  it('sees each of them in ten minutes, where few posts are asked for', () => {
    const seeds = Array.from({ length: (isFull ? 5 : 1) * SESSIONS }, (_, seed) => seed);
    const seen = seeds.map((seed) => simulate(limitsOf(10, 11, 4, 5), seed, ENDLESS, 2_000).state.seen);
    expect(Math.min(...seen.flatMap((places) => Object.values(places)))).toBeGreaterThan(0);
  });

  it('is like no other one in its order and its times', () => {
    expect(new Set(sessions.map(orderOf)).size).toBe(SESSIONS);
    const times = sessions.flatMap(({ steps }) => steps.map(timeOf).filter((ms) => ms > 0));
    expect(new Set(times).size).toBeGreaterThan(times.length * 0.99);
    expect(new Set(sessions.map(({ state }) => state.seen.feed)).size).toBeGreaterThan(8);
  });

  it('begins where Instagram does', () => {
    for (const { steps } of sessions) {
      const [first] = steps;
      expect(first?.kind === 'go' && first.visit.place).toMatch(/^(feed|stories)$/);
    }
  });
});

describe('a session on slow pages', () => {
  const [ways, hours] = [[2_000, WAY_RESERVE_MS], 3_600_000];

  it.each(ways)('looks at as many posts as it set out to, %i ms from place to place', (wayMs) => {
    for (const limits of [DEFAULT_WARMUP_LIMITS, limitsOf(8, 8, 10, 20)]) {
      const sessions = Array.from({ length: SESSIONS }, (_, seed) => simulate(limits, seed, ENDLESS, wayMs));
      const fewest = Math.min(...sessions.map(({ state }) => state.seen.feed));
      expect(fewest).toBeGreaterThanOrEqual(limits.warmup_posts_min);
      const longest = Math.max(...sessions.map(({ elapsedMs }) => elapsedMs));
      expect(longest).toBeLessThanOrEqual(limits.warmup_minutes_max * MINUTE_MS + wayMs + POST_RESERVE_MS);
    }
  });

  it('looks at a post in any case, even when its time has passed on the way there', () => {
    const sessions = Array.from({ length: SESSIONS }, (_, seed) =>
      simulate(DEFAULT_WARMUP_LIMITS, seed, ENDLESS, hours),
    );
    expect(sessions.map(({ state }) => state.seen.feed)).not.toContain(0);
  });
});

describe('the limits of the settings', () => {
  const others: [string, WarmupLimits][] = [
    ['three likes', { ...DEFAULT_WARMUP_LIMITS, warmup_likes_max: 3 }],
    ['the shortest', limitsOf(5, 5, 15, 60)],
    ['one post only', limitsOf(5, 6, 1, 1)],
    ['the longest', limitsOf(60, 60, 60, 60)],
  ];

  it.each(others)('hold for every session: %s', (_name, limits) =>
    expect([warmupLimitsSchema.safeParse(limits).success, allBreaches(limits, ENDLESS)]).toEqual([true, []]),
  );

  it.each<[string, Partial<World>]>([
    ['everything is a video', { videoShare: 1 }],
    ['there is little to see', { posts: 4, stories: 0, reels: 2, grids: 1 }],
    ['there is nothing at all', { posts: 0, stories: 0, reels: 0, grids: 0 }],
  ])('hold where %s', (_where, change) => {
    const limits = { ...DEFAULT_WARMUP_LIMITS, warmup_likes_max: 3 };
    expect(allBreaches(limits, { ...ENDLESS, ...change })).toEqual([]);
  });

  it('let it like as often as they say, and not more often', () => {
    const limits = { ...DEFAULT_WARMUP_LIMITS, warmup_likes_max: 3 };
    const likes = Array.from({ length: SESSIONS }, (_, seed) => simulate(limits, seed, ENDLESS).state.likes);
    expect([...new Set(likes)]).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(Math.max(...likes)).toBe(3);
  });

  it('are refused where they contradict each other', () => {
    const refused = (change: Partial<WarmupLimits>) =>
      !warmupLimitsSchema.safeParse({ ...DEFAULT_WARMUP_LIMITS, ...change }).success;
    expect([refused({}), refused({ warmup_minutes_min: 16 })]).toEqual([false, true]);
    expect(refused({ warmup_posts_min: 21 })).toBe(true);
    expect(refused({ warmup_posts_min: 30, warmup_posts_max: 30 })).toBe(true);
    expect([refused({ warmup_likes_max: 4 }), refused({ warmup_hour_start: 22 })]).toEqual([true, true]);
  });
});

function limitsOf(minutesMin: number, minutesMax: number, postsMin: number, postsMax: number): WarmupLimits {
  return {
    ...DEFAULT_WARMUP_LIMITS,
    warmup_minutes_min: minutesMin,
    warmup_minutes_max: minutesMax,
    warmup_posts_min: postsMin,
    warmup_posts_max: postsMax,
  };
}

const RUN = '4f4d2a51-6f2c-4d3e-9b1a-0d7f3a2b1c9e';
let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

test('a link in the place of a screenshot is neither served nor followed', async () => {
  const secret = join(folder, 'secret');
  await writeFile(secret, 'not a picture');
  await mkdir(join(folder, 'warmup-runs', RUN), { recursive: true });
  await symlink(secret, join(folder, 'warmup-runs', RUN, 'last.png'));
  const screenshots = createScreenshots(folder);
  expect(await screenshots.has(RUN)).toBe(false);
  expect(await screenshots.open(RUN)).toBeNull();
  await screenshots.remove(RUN);
  expect(await readFile(secret, 'utf8')).toBe('not a picture');
});
