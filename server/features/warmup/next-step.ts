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

/** What can lie before the eyes. */
export type Sight = 'photo' | 'video' | 'story' | 'reel' | 'grid';

/** The only things that a session ever does. Times are in milliseconds. */
export type Step =
  /** Goes to a place. */
  | { kind: 'go'; visit: Visit }
  /** Brings the next post, story, reel or piece of the grid into view, after a pause. */
  | { kind: 'advance'; pauseMs: number }
  /** Looks at it; `like` is a double click on the picture of a post. */
  | { kind: 'look'; ms: number; like: boolean }
  | { kind: 'rest'; ms: number }
  /** The last one: lets the rest of the time pass. */
  | { kind: 'close'; ms: number };

/** How far a session has come. */
export type SessionState = {
  plan: SessionPlan;
  /** Visits still to come. */
  upcoming: readonly Visit[];
  /** Where it is, and how many items are left to see there. */
  current: Visit | null;
  /** What lies before the eyes and was not looked at yet. */
  sight: Sight | null;
  hasRested: boolean;
  /** Places that have nothing more to show. */
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
/** The longest of the shortest looks that a place may ask for. */
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

/** Where a session stands before its first step. */
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

/** What to do next, `elapsedMs` after the beginning. Posts of the feed come first where time is short. */
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

/**
 * The state after a step. `found` is what `advance` has brought into view; null, and `false` of `go`, mean that there
 * is nothing.
 */
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
 * Is there time for one more item of a visit, and anything to see? Posts need not leave free the time that is kept for
 * posts: a slow page may have taken some of it. The first post comes in any case, since a session without any is none.
 */
function isPossible(state: SessionState, { place }: Visit, left: number): boolean {
  if (state.spent.includes(place) || state.seen[place] >= SEEN_MAX[place]) return false;
  if (place === 'feed' && state.seen.feed === 0) return true;
  const kept = place === 'feed' ? 0 : reserve(state);
  return left - kept >= PLACE_MS[place] + PAUSE_MS[1];
}

/** The time that the posts need which are still to be seen, and the ways to them. */
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

/**
 * Reels or Explore once more, rather where it is not now, for time that is left when everything was seen; null when
 * only rest is left.
 */
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

/** A rest after which there is time for another one, or none at all. */
function rest(left: number, random: Random): Step {
  const [min, max] = REST_MS;
  if (left < min) return { kind: 'close', ms: Math.max(0, left) };
  const ms = drawFrom([min, Math.min(max, left)], random);
  return { kind: 'rest', ms };
}
