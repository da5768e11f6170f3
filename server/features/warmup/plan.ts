import { WARMUP_POSTS_A_MINUTE, type WarmupLimits } from '../../../shared/accounts/warmup-limits.ts';
import { drawFrom, drawWhole, type Random, shuffled } from './draw.ts';
import { FEED_VISITS, GRIDS, REELS, SLACK_MS, STORIES } from './pace.ts';

const MINUTE_MS = 60_000;

export type Place = 'feed' | 'stories' | 'reels' | 'explore';

/** A visit to a place for a number of posts, stories, reels or grid screens. */
export type Visit = { place: Place; items: number };

export type SessionPlan = {
  lengthMs: number;
  visits: readonly Visit[];
  /** The feed posts to like, 1-based; if one is a video, the next photo. */
  likes: readonly number[];
};

/**
 * Draws a session within the limits of the settings (§9): its length, amounts and order. It starts with feed or
 * stories, as Instagram does.
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

/** Merges consecutive visits to the same place. */
function joined(visits: readonly Visit[]): Visit[] {
  const all: Visit[] = [];
  for (const visit of visits) {
    const last = all.at(-1);
    if (last?.place === visit.place) all[all.length - 1] = { ...last, items: last.items + visit.items };
    else all.push(visit);
  }
  return all;
}

/** Divides the posts among the visits, at least one each. */
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
