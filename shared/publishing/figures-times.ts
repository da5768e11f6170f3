import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../posts/platforms.ts';
import { isPaidByCall } from './prices.ts';

/** How long a post's metrics are read, in days. */
const FOLLOWED_DAYS = 365;
/** The shortest and longest time between two reads of a post, in hours; in between, it is half of the post's age. */
const CLOSEST_HOURS = 1;
const FARTHEST_HOURS = 30 * 24;
/** For platforms that charge per call: the ages at which a post's metrics are read, in hours. */
const PAID_AT_HOURS = [24, 7 * 24, 30 * 24];
/**
 * The shortest time between two reads of a page, in hours: less than a day, so that the next day's is not missed by
 * minutes.
 */
const PAGE_HOURS = 20;
/** How often an account is read, in hours. */
const ACCOUNT_HOURS = 24;
const PAID_ACCOUNT_HOURS = 7 * 24;

/**
 * When a post's metrics are read next: at growing intervals, about 25 times in a year, or three times if calls cost
 * money. Null: never again.
 */
export function nextPostFigures(
  platform: Platform,
  publishedAt: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const age = Math.max(now.since(publishedAt).total('hours'), 0);
  if (isPaidByCall(platform)) {
    const hours = PAID_AT_HOURS.find((due) => due > age);
    return hours === undefined ? null : publishedAt.add({ hours });
  }
  if (age >= FOLLOWED_DAYS * 24) return null;
  const hours = Math.min(Math.max(age / 2, CLOSEST_HOURS), FARTHEST_HOURS);
  return now.add({ seconds: Math.round(hours * 3600) });
}

/** Whether a post of this age may be read: on platforms that charge per call, only after the first of its times. */
export function isAskedAbout(platform: Platform, publishedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isPaidByCall(platform) || now.since(publishedAt).total('hours') >= (PAID_AT_HOURS[0] ?? 0);
}

/** When the page of a post is read next: once a day at most. Null: never again. */
export function nextPageFigures(publishedAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant | null {
  const hours = Math.max(now.since(publishedAt).total('hours'), 0);
  if (hours >= FOLLOWED_DAYS * 24) return null;
  return now.add({ minutes: Math.round(Math.min(Math.max(hours / 2, PAGE_HOURS), FARTHEST_HOURS) * 60) });
}

/** When an account's metrics are read next. */
export function nextAccountFigures(platform: Platform, now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: isPaidByCall(platform) ? PAID_ACCOUNT_HOURS : ACCOUNT_HOURS });
}
