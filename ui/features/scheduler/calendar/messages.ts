import type { Temporal } from 'temporal-polyfill';
import { names } from '@/features/scheduler/moment-names.ts';

export const calendarMessages = {
  month: 'Posts this month',
  week: 'Posts this week',
  day: 'Posts this day',
  loading: 'Loading the calendar...',
  previous: { month: 'Previous month', week: 'Previous week', day: 'Previous day' },
  next: { month: 'Next month', week: 'Next week', day: 'Next day' },
  today: 'Today',
  zone: (zone: string) => `Times in ${zone}`,
  hint: 'Drag a scheduled post to move it, over an arrow to change the page; press a free time to write a post for it. On a touch screen, press and hold first. By keyboard: arrow keys move between days, Enter opens a day or writes a post, Tab goes to its posts, Space picks one up.',
  pickedUp: (title: string, view: 'month' | 'week' | 'day') =>
    `Moving “${title}”. Choose ${view === 'month' ? 'a day' : 'a day and hour'} with the arrow keys, drop it with Space, cancel with Escape.`,
  putBack: 'Not moved.',
  hours: 'Hour',
  more: (count: number) => `+${count} more`,
  problem: 'has a problem',
  posts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  newAt: (time: string) => `New post, ${time}`,
  freeSlot: (time: string) => `New post, ${time}, free posting time`,
  newPost: 'New post',
  now: 'Now',
  outside: 'outside your posting hours',
  clocks: (hours: number) => (hours > 0 ? 'Clocks go forward' : 'Clocks go back'),
  noSuchHour: 'Skipped on this day',
} as const;

/** "January 2031". */
export const monthName = names({ month: 'long', year: 'numeric' });
/** "Thu". */
export const weekdayName = names({ weekday: 'short' });
const shortDay = names({ month: 'short', day: 'numeric' });

/** "Jan 12 – Jan 18, 2031". */
export function weekName(days: readonly Temporal.PlainDate[]): string {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? `${shortDay(first)} – ${shortDay(last)}, ${last.year}` : '';
}
