import { drawFrom, drawWhole, type Random, shuffled } from './draw.ts';
import {
  EXTRA_ITEMS,
  GRID_MS,
  GRIDS_MAX,
  PAUSE_MS,
  PHOTO_MS,
  POST_RESERVE_MS,
  type Range,
  REEL_MS,
  REELS_MAX,
  REST_CHANCE,
  REST_MS,
  STORY_MS,
  VIDEO_MS,
  WAY_RESERVE_MS,
} from './pace.ts';
import type { Place, SessionPlan, Visit } from './plan.ts';

export type Sight = 'photo' | 'video' | 'story' | 'reel' | 'grid';

/** Everything that a session can do. Times are in milliseconds. */
export type Step =
  | { kind: 'go'; visit: Visit }
  /** Brings the next item of the place into view, after a pause. */
  | { kind: 'advance'; pauseMs: number }
  /** Views it; `like` double-clicks the picture of a post. */
  | { kind: 'look'; ms: number; like: boolean }
  | { kind: 'rest'; ms: number }
  /** The last step: waits for the rest of the time. */
  | { kind: 'close'; ms: number };

/** The progress of a session. */
export type SessionState = {
  plan: SessionPlan;
  upcoming: readonly Visit[];
  /** The current visit, and how many of its items are left. */
  current: Visit | null;
  /** The item in view that has not been viewed yet. */
  sight: Sight | null;
  hasRested: boolean;
  /** Places with nothing more to show. */
  spent: readonly Place[];
  seen: { [place in Place]: number };
  likes: number;
};

export const LOOK_MS: { [sight in Sight]: Range } = {
  photo: PHOTO_MS,
  video: VIDEO_MS,
  story: STORY_MS,
  reel: REEL_MS,
  grid: GRID_MS,
};
/** The time reserved for one item of a place: the longest minimum view. */
const PLACE_MS: { [place in Place]: number } = {
  feed: VIDEO_MS[0],
  stories: STORY_MS[0],
  reels: REEL_MS[0],
  explore: GRID_MS[0],
};
const SEEN_MAX: { [place in Place]: number } = {
  feed: Number.POSITIVE_INFINITY,
  stories: Number.POSITIVE_INFINITY,
  reels: REELS_MAX,
  explore: GRIDS_MAX,
};

/** The state before the first step. */
export function beginSession(plan: SessionPlan): SessionState {
  return {
    plan,
    upcoming: plan.visits,
    current: null,
    sight: null,
    hasRested: true,
    spent: [],
    seen: { feed: 0, stories: 0, reels: 0, explore: 0 },
    likes: 0,
  };
}

/** The next step, `elapsedMs` after the start. Feed posts take precedence when time is short. */
export function nextStep(state: SessionState, elapsedMs: number, random: Random): Step {
  const { current, sight } = state;
  const left = state.plan.lengthMs - elapsedMs;
  if (sight) return look(state, sight, left, random);
  if (current && current.items > 0 && isPossible(state, current, left)) {
    return { kind: 'advance', pauseMs: drawFrom(PAUSE_MS, random) };
  }
  const there = left - WAY_RESERVE_MS;
  const visit = state.upcoming.find((one) => isPossible(state, one, there)) ?? extraVisit(state, there, random);
  const mayRest = left - reserve(state) >= 2 * REST_MS[1];
  if (visit && (state.hasRested || !mayRest || random() >= REST_CHANCE)) return { kind: 'go', visit };
  return rest(left, random);
}

/** The state after a step. `found` is its result: the item brought into view, or null or false if there was none. */
export function afterStep(state: SessionState, step: Step, found: Sight | boolean | null): SessionState {
  const { current } = state;
  switch (step.kind) {
    case 'go': {
      const upcoming = state.upcoming.filter((visit) => visit !== step.visit);
      const arrived = { ...state, upcoming, current: step.visit, hasRested: false };
      return found === false ? exhausted(arrived, step.visit.place) : arrived;
    }
    case 'advance':
      if (!current) return state;
      return typeof found === 'string' ? { ...state, sight: found } : exhausted(state, current.place);
    case 'look': {
      if (!current) return state;
      const { place, items } = current;
      const seen = { ...state.seen, [place]: state.seen[place] + 1 };
      const likes = state.likes + (step.like && found !== false ? 1 : 0);
      return { ...state, seen, likes, sight: null, current: { place, items: items - 1 } };
    }
    default:
      return { ...state, hasRested: true };
  }
}

function exhausted(state: SessionState, place: Place): SessionState {
  return { ...state, current: null, spent: [...state.spent, place] };
}

function look(state: SessionState, sight: Sight, left: number, random: Random): Step {
  const [min, max] = LOOK_MS[sight];
  const most = Math.max(min, Math.min(max, left - reserve(state)));
  const due = state.plan.likes.filter((post) => post <= state.seen.feed + 1).length;
  return { kind: 'look', ms: drawFrom([min, most], random), like: sight === 'photo' && state.likes < due };
}

/**
 * Whether there is time for one more item of a visit, and anything to see. Posts may use the time reserved for posts: a
 * slow page may have taken some of it. The first post is always viewed, since a session needs at least one.
 */
function isPossible(state: SessionState, { place }: Visit, left: number): boolean {
  if (state.spent.includes(place) || state.seen[place] >= SEEN_MAX[place]) return false;
  if (place === 'feed' && state.seen.feed === 0) return true;
  const kept = place === 'feed' ? 0 : reserve(state);
  return left - kept >= PLACE_MS[place] + PAUSE_MS[1];
}

/** The time reserved for the remaining posts and the navigation to them. */
function reserve(state: SessionState): number {
  const { current, sight, spent, upcoming } = state;
  const beingSeen = current?.place === 'feed' && sight ? 1 : 0;
  const ways = spent.includes('feed') ? 0 : upcoming.filter(({ place }) => place === 'feed').length;
  return (postsLeft(state) - beingSeen) * POST_RESERVE_MS + ways * WAY_RESERVE_MS;
}

function postsLeft({ upcoming, current, spent }: SessionState): number {
  if (spent.includes('feed')) return 0;
  const visits = current ? [current, ...upcoming] : upcoming;
  return visits.filter(({ place }) => place === 'feed').reduce((sum, { items }) => sum + items, 0);
}

/** Another visit to Reels or Explore, preferably elsewhere, to fill remaining time; null if only rests are left. */
function extraVisit(state: SessionState, left: number, random: Random): Visit | null {
  const items = drawWhole(EXTRA_ITEMS, random);
  const visits = shuffled<Visit>(
    [
      { place: 'reels', items },
      { place: 'explore', items },
    ],
    random,
  ).filter((visit) => isPossible(state, visit, left));
  return visits.find(({ place }) => place !== state.current?.place) ?? visits[0] ?? null;
}

/** A rest that leaves time for another one, or uses all of it. */
function rest(left: number, random: Random): Step {
  const [min, max] = REST_MS;
  if (left < min) return { kind: 'close', ms: Math.max(0, left) };
  const ms = drawFrom([min, Math.min(max, left)], random);
  return { kind: 'rest', ms };
}
