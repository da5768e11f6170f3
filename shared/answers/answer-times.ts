import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../posts/platforms.ts';
import { platformOf } from '../posts/platforms.ts';
import { isPaidByCall } from '../publishing/prices.ts';

/** The longest that a post is looked at, in days. */
const FOLLOWED_DAYS = 90;
/** How often an account is asked what came in, in minutes: between, it is a part of the time since something happened. */
const INCOMING_CLOSEST = 5;
const INCOMING_FARTHEST = 6 * 60;
const INCOMING_SHARE = 1 / 24;
/** The same where each post read costs money. Nothing new costs nothing. */
const PAID_CLOSEST = 60;
/** How often a post is looked at, in minutes, where answers come from posts alone. */
const POST_CLOSEST = 10;
const POST_FARTHEST = 3 * 24 * 60;
const POST_SHARE = 1 / 12;
/** Where what comes in is told as well, a post is looked at for what was missed, edited or deleted. */
const AGAIN_CLOSEST = 60;
const AGAIN_SHARE = 1 / 2;

/** When an account is asked next, `quiet` being since when nothing happened at it: at growing distances. */
export function nextIncoming(platform: Platform, quiet: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const closest = isPaidByCall(platform) ? PAID_CLOSEST : INCOMING_CLOSEST;
  return later(now, between(now.since(quiet).total('minutes') * INCOMING_SHARE, closest, INCOMING_FARTHEST));
}

/** When a post is looked at next: at growing distances, about 30 times. Null: no more. */
export function nextBelow(
  platform: Platform,
  publishedAt: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const age = Math.max(now.since(publishedAt).total('minutes'), 0);
  // Each reading of a thread would be paid anew.
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
