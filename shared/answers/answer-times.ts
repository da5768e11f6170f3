import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../posts/platforms.ts';
import { platformOf } from '../posts/platforms.ts';
import { isPaidByCall } from '../publishing/prices.ts';

/** How long a published post is checked for answers, in days. */
const FOLLOWED_DAYS = 90;
/**
 * Bounds of the interval at which an account is checked for incoming answers, in minutes. Between them, it is this
 * share of the time since the last activity.
 */
const INCOMING_CLOSEST = 5;
const INCOMING_FARTHEST = 6 * 60;
const INCOMING_SHARE = 1 / 24;
/** The shortest interval on platforms that charge per item read. A check that finds nothing new is free. */
const PAID_CLOSEST = 60;
/** The same for checks of a post, by its age, on platforms that only list answers per post. */
const POST_CLOSEST = 10;
const POST_FARTHEST = 3 * 24 * 60;
const POST_SHARE = 1 / 12;
/** If accounts can be checked too, posts are only rechecked for answers that were missed, edited or deleted. */
const AGAIN_CLOSEST = 60;
const AGAIN_SHARE = 1 / 2;

/** When to check an account next. The interval grows with the time since `quiet`, its last activity. */
export function nextIncoming(platform: Platform, quiet: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const closest = isPaidByCall(platform) ? PAID_CLOSEST : INCOMING_CLOSEST;
  return later(now, between(now.since(quiet).total('minutes') * INCOMING_SHARE, closest, INCOMING_FARTHEST));
}

/** When to check a post next: at growing intervals, about 30 times in all. Null: never again. */
export function nextBelow(
  platform: Platform,
  publishedAt: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const age = Math.max(now.since(publishedAt).total('minutes'), 0);
  // Each reading of a thread would cost money again.
  if (isPaidByCall(platform) || age >= FOLLOWED_DAYS * 24 * 60) return null;
  const isAgain = platformOf(platform).answers?.from === 'account';
  const [share, closest] = isAgain ? [AGAIN_SHARE, AGAIN_CLOSEST] : [POST_SHARE, POST_CLOSEST];
  return later(now, between(age * share, closest, POST_FARTHEST));
}

function between(minutes: number, closest: number, farthest: number): number {
  return Math.min(Math.max(minutes, closest), farthest);
}

function later(now: Temporal.Instant, minutes: number): Temporal.Instant {
  return now.add({ seconds: Math.round(minutes * 60) });
}
