import type { WarmupActivity } from '../../../shared/accounts/warmup.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { isLeaving } from '../../instagram/read-page.ts';
import type { Clock } from '../../system/clock.ts';
import { dismissHarmless } from './browse/dialogs.ts';
import type { HumanInput } from './browse/human-input.ts';
import { openPlaces, type Places } from './browse/places.ts';
import type { Random } from './draw.ts';
import { DISMISSED, ENDED, EXHAUSTED, LIKED, LOOKED, RESTED, VISITED } from './messages.ts';
import { afterStep, beginSession, nextStep, type SessionState, type Sight, type Step } from './next-step.ts';
import { CHECK_MS } from './pace.ts';
import type { Place, SessionPlan } from './plan.ts';
import { SessionEnd } from './session-end.ts';
import { type Watch, watchSession } from './watch.ts';

/** The session ends after more unexpected navigations than this. */
const LEAVES_MAX = 5;

export type SessionOptions = {
  page: Page;
  /** Instagram's address without a trailing slash. */
  siteUrl: string;
  plan: SessionPlan;
  clock: Clock;
  random: Random;
  /** How long a page may take to show something, in milliseconds of real time. */
  patienceMs: number;
  /** How long a page may take to respond, in milliseconds of real time. */
  lookLimitMs: number;
  /** Aborts the session at once, with its reason. */
  signal: AbortSignal;
  /** Called after each action with its description and duration in milliseconds. */
  record(activity: WarmupActivity, text: string, ms?: number): void;
  progress(activity: WarmupActivity, state: SessionState): void;
};

type SessionContext = SessionOptions & { watch: Watch; places: Places; recheckPage(): Promise<number> };

/**
 * Carries out a planned session on a page with the account's cookies. It only scrolls, views, opens stories, Reels and
 * Explore, and gives the planned likes. Rejects with SessionEnd if Instagram stops it or shows no feed, with the
 * signal's reason, and with Puppeteer's errors.
 */
export async function runSession(options: SessionOptions): Promise<void> {
  const watch = await watchSession(options.page, options.signal, options.lookLimitMs);
  const input: HumanInput = { ...options, signal: watch.signal, pointer: 'elsewhere', look: watch.check };
  let activity: WarmupActivity = 'opening';
  const recheckPage = async () => {
    const dismissed = await dismissHarmless(input);
    if (dismissed > 0) options.record(activity, DISMISSED);
    return dismissed;
  };
  const context: SessionContext = {
    ...options,
    watch,
    recheckPage,
    places: openPlaces(input, options.siteUrl, recheckPage),
    progress(now, state) {
      activity = now;
      options.progress(now, state);
    },
  };
  try {
    await watch.unlessEnded(performSession(context));
  } catch (error) {
    if (error instanceof SessionEnd) {
      options.record(activity, ENDED[error.reason]);
      if (error.reason === 'page_hangs') await watch.haltScripts();
    }
    throw error;
  } finally {
    watch.end();
  }
}

async function performSession(context: SessionContext): Promise<void> {
  const { plan, clock, random, recheckPage, progress } = context;
  const startedAt = clock.now();
  let state = beginSession(plan);
  for (let timesLeft = 0; ; ) {
    const step = nextStep(state, clock.now() - startedAt, random);
    const activity = activityOf(state, step);
    progress(activity, state);
    try {
      const found = await performStep(step, state, activity, context);
      await recheckPage();
      state = afterStep(state, step, found);
      if (step.kind !== 'close') continue;
      if (state.seen.feed === 0) throw await context.watch.missing();
      return progress(activity, state);
    } catch (error) {
      // The page navigated unexpectedly: to a stop page, or it was reloaded and the step is repeated.
      timesLeft += 1;
      if (!isLeaving(error) || timesLeft > LEAVES_MAX) throw error;
      await context.watch.check();
    }
  }
}

function activityOf({ current }: SessionState, step: Step): WarmupActivity {
  if (step.kind === 'close') return 'closing';
  if (step.kind === 'go') return step.visit.place;
  return current?.place ?? 'feed';
}

async function performStep(
  step: Step,
  state: SessionState,
  activity: WarmupActivity,
  context: SessionContext,
): Promise<Sight | boolean | null> {
  const { places, record, clock } = context;
  switch (step.kind) {
    case 'go': {
      const { place } = step.visit;
      const isThere = await retryWhenCovered(() => places.go(place), context);
      if (isThere) record(activity, VISITED[place]);
      else await endIfMissing(place, state, context);
      return isThere;
    }
    case 'advance': {
      const place = state.current?.place ?? 'feed';
      await dwell(step.pauseMs, context);
      const sight = await retryWhenCovered(() => places.advance(place), context);
      if (!sight) await endIfMissing(place, state, context);
      return sight;
    }
    case 'look': {
      const since = clock.now();
      const isLiked = await look(step, context);
      if (state.sight) record(activity, LOOKED[state.sight], clock.now() - since);
      if (isLiked) record(activity, LIKED);
      return isLiked;
    }
    default:
      await dwell(step.ms, context);
      if (step.kind === 'rest') record(activity, RESTED, step.ms);
      return null;
  }
}

/** The result of `find`, retried after dismissing an obstacle if it found nothing. */
async function retryWhenCovered<T>(find: () => Promise<T>, { recheckPage }: SessionContext): Promise<T> {
  const found = await find();
  return !found && (await recheckPage()) > 0 ? find() : found;
}

/**
 * Handles a place without (more) items. SessionEnd if that is an error: the feed was never seen, the connection is
 * lost, or the servers fail.
 */
async function endIfMissing(place: Place, { seen }: SessionState, { watch, record }: SessionContext): Promise<void> {
  const isFeedMissing = place === 'feed' && (seen.feed === 0 || watch.hasServerError());
  if (watch.isDown() || isFeedMissing) throw await watch.missing();
  record(place, EXHAUSTED[place]);
}

/** Views the current item, and likes it half-way if planned. */
async function look({ ms, like }: Extract<Step, { kind: 'look' }>, context: SessionContext): Promise<boolean> {
  if (!like) {
    await dwell(ms, context);
    return false;
  }
  await dwell(ms / 2, context);
  const isLiked = await context.places.like();
  await dwell(ms / 2, context);
  return isLiked;
}

/** Waits while checking the page. */
async function dwell(ms: number, { clock, watch }: SessionContext): Promise<void> {
  for (let left = ms; left > 0; left -= CHECK_MS) {
    await clock.wait(Math.min(left, CHECK_MS), watch.signal);
    if (left > CHECK_MS) await watch.check();
  }
}
