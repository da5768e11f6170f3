import { formatter } from '@/lib/time.ts';
import type { PostStatus } from '../../../../shared/workspace/database.ts';

export const DAYS_SHOWN = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A post of the week; the time is ISO 8601. */
export type WeekPost = { scheduled_time: string; status: PostStatus };

/** A day (2031-01-16) with its posts; `posts` is null if not all of them were loaded. */
export type Day = { date: string; posts: WeekPost[] | null };

/** Returns a function that formats the date of an instant in a zone: "2031-01-16". */
export function dateIn(timeZone: string): (time: string | Date) => string {
  const format = formatter(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day}`;
  };
}

/** The date some days after another, both as "2031-01-16". */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The seven days from today on, with their posts in order of time. `isCut`: the posts are cut off, maybe within a day.
 */
export function daysOf(posts: readonly WeekPost[], timeZone: string, now: Date, isCut = false): Day[] {
  const dateOf = dateIn(timeZone);
  const dated = posts.map((post) => ({ post, date: dateOf(post.scheduled_time) }));
  const last = isCut ? dated.at(-1)?.date : undefined;
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const date = dateAfter(dateOf(now), index);
    if (last !== undefined && date >= last) return { date, posts: null };
    return { date, posts: dated.filter((one) => one.date === date).map(({ post }) => post) };
  });
}

/** From a day before today to a day after the last one, so that it includes the seven days in any zone. ISO 8601. */
export function spanAround(now: Date): { start: string; end: string } {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  return { start: at(-1), end: at(DAYS_SHOWN + 1) };
}
