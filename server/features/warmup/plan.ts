import { WARMUP_POSTS_A_MINUTE, type WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { drawFrom, drawWhole, type Random, shuffled } from './draw.ts';
import { FEED_VISITS, GRIDS, REELS, SLACK_MS, STORIES } from './pace.ts';

const MINUTE_MS = 60_000;

/** Where a session goes. */
export type Place = 'feed' | 'stories' | 'reels' | 'explore';

/** Going to a place for so many posts, stories, reels or pieces of the grid. */
export type Visit = { place: Place; items: number };

/** What a session sets out to do. */
export type SessionPlan = {
  lengthMs: number;
  visits: readonly Visit[];
  /** Which posts of the feed are to be liked, counted from 1; where one is a video, the next photo is. */
  likes: readonly number[];
};

/**
 * Draws a session within the limits of the settings (§9): how long, how much, in which order. It begins where Instagram
 * does, with feed or stories.
 */
export function planSession(limits: WarmupLimits, random: Random): SessionPlan {
  const shortest = limits.warmup_minutes_min * MINUTE_MS;
  const longest = Math.max(shortest, limits.warmup_minutes_max * MINUTE_MS - SLACK_MS);
  const lengthMs = drawFrom([shortest, longest], random);
  const most = Math.min(limits.warmup_posts_max, Math.floor((lengthMs / MINUTE_MS) * WARMUP_POSTS_A_MINUTE));
  const posts = drawWhole([limits.warmup_posts_min, Math.max(limits.warmup_posts_min, most)], random);
  const visits = shuffled<Visit>(
    [
      ...feedVisits(posts, random),
      { place: 'stories', items: drawWhole(STORIES, random) },
      { place: 'reels', items: drawWhole(REELS, random) },
      { place: 'explore', items: drawWhole(GRIDS, random) },
    ],
    random,
  );
  const first = visits.findIndex(({ place }) => place === 'feed' || place === 'stories');
  return {
    lengthMs,
    visits: joined([...visits.splice(first, 1), ...visits]),
    likes: likedPosts(posts, limits.warmup_likes_max, random),
  };
}

/** One visit where two to the same place follow each other. */
function joined(visits: readonly Visit[]): Visit[] {
  const all: Visit[] = [];
  for (const visit of visits) {
    const last = all.at(-1);
    if (last?.place === visit.place) all[all.length - 1] = { ...last, items: last.items + visit.items };
    else all.push(visit);
  }
  return all;
}

/** The posts in as many visits, each with one at least. */
function feedVisits(posts: number, random: Random): Visit[] {
  const count = Math.min(posts, drawWhole(FEED_VISITS, random));
  const items = Array.from({ length: count }, () => 1);
  for (let left = posts - count; left > 0; left--) {
    const at = drawWhole([0, count - 1], random);
    items[at] = (items[at] ?? 0) + 1;
  }
  return items.map((some) => ({ place: 'feed', items: some }));
}

function likedPosts(posts: number, most: number, random: Random): number[] {
  const count = most === 0 ? 0 : drawWhole([1, Math.min(most, posts)], random);
  const all = Array.from({ length: posts }, (_, index) => index + 1);
  return shuffled(all, random)
    .slice(0, count)
    .sort((one, other) => one - other);
}
