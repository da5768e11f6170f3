import type { Temporal } from 'temporal-polyfill';
import type { LearningMode, TimeChoice } from '../learning/choice.ts';
import { type KnownPost, learnFrom, POSTS_NEEDED, placedInWeek } from '../learning/learner.ts';
import type { TimedAccount } from './account-times.ts';
import { learnedTime, NEXT_SLOT_DAYS } from './learned-time.ts';
import { localDay, nextFreeSlot, type PostingHours, type Span } from './scheduling.ts';

/** The next free time for a post, and the one that learning chooses instead, if any (ISO 8601). */
export type NextSlot = { time: string; learned: TimeChoice | null };

export type SlotSources = {
  /** The taken times of a span (public.taken_times). */
  takenBetween(span: Span): Promise<readonly Temporal.Instant[]>;
  /** The published posts to learn from: those of some accounts, or all for null (public.learned_posts). */
  knownPosts(accounts: readonly string[] | null): Promise<KnownPost[]>;
};

/** Null only if there is no free time for more than a year. */
export async function findNextSlot(
  {
    now,
    hours,
    accounts,
    mode,
  }: {
    now: Temporal.Instant;
    hours: PostingHours;
    /** The accounts that the post goes to. */
    accounts: readonly Pick<TimedAccount, 'id'>[];
    mode: LearningMode;
  },
  { takenBetween, knownPosts }: SlotSources,
): Promise<NextSlot | null> {
  const first = await nextFreeSlot(now, hours, takenBetween);
  if (!first) return null;
  const slot = { time: first.toString(), learned: null };
  if (mode === 'off' || accounts.length === 0) return slot;
  const ids = accounts.map(({ id }) => id).sort();
  const posts = await knownPosts(ids);
  if (posts.length < POSTS_NEEDED) return slot;
  const { timezone } = hours;
  const taken = await takenBetween({
    start: now.subtract({ hours: 1 }),
    end: first.add({ hours: 24 * (NEXT_SLOT_DAYS + 1) }),
  });
  const learner = learnFrom(placedInWeek(posts, timezone), now);
  // The same throughout the day, until another post is scheduled.
  const seed = `slot ${localDay(now, timezone).date} ${taken.length} ${ids
    .map((id) => id.slice(0, 8))
    .join(' ')
    .slice(0, 150)}`;
  const chosen = learnedTime({ now, hours, taken, first, days: NEXT_SLOT_DAYS }, { learner, seed });
  if (!chosen || chosen.time.equals(first)) return slot;
  return { ...slot, learned: { at: chosen.time.toString(), timezone, ...chosen.choice } };
}
