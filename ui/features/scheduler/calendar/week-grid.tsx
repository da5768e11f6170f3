import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Temporal } from 'temporal-polyfill';
import { Chips } from '@/features/scheduler/calendar/chips.tsx';
import type { CalendarView, Cursor } from '@/features/scheduler/calendar/cursor.ts';
import { ClockNote, Grid, type GridEvents, isBusy } from '@/features/scheduler/calendar/grid.tsx';
import { calendarMessages, weekdayName } from '@/features/scheduler/calendar/messages.ts';
import { useEachMinute } from '@/features/scheduler/list/use-overdue.ts';
import { clockName, dayName, hourName } from '@/features/scheduler/moment-names.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';
import { nowMs } from '@/lib/clock.ts';
import { hourExists, localTime } from '@/lib/local-time.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The posts that fit into an hour's cell. */
const LINES = 3;
const DAY_LINES = 12;

type WeekGridProps = GridEvents & {
  view: Exclude<CalendarView, 'month'>;
  days: Temporal.PlainDate[];
  posts: Map<string, ScheduledPost[]>;
  /** The free posting times (ISO 8601) by date. */
  free: ReadonlyMap<string, string[]>;
  cursor: Cursor;
  today: Temporal.PlainDate;
  zone: string;
  clock: Intl.DateTimeFormat;
  isMovable: (postId: string) => boolean;
  /** The hours when posts go out (the last excluded); the first is topmost, unless there are earlier posts. */
  postingHours: readonly [first: number, last: number];
  isLoaded: boolean;
};

/**
 * A week, or a day: a column per day, a row per hour. A skipped hour is shaded darkest, a repeated one contains the
 * posts of both; hours outside the posting hours are shaded, and a line marks the current time.
 */
export function WeekGrid({
  view,
  days,
  posts,
  free,
  cursor,
  today,
  zone,
  clock,
  isMovable,
  postingHours,
  isLoaded,
  ...events
}: WeekGridProps) {
  const scroller = useRef<HTMLElement>(null);
  const week = String(days[0]);
  const [firstHour] = postingHours;
  const label = calendarMessages[view];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a week scrolls once it is opened and read, not whenever a post of it moves.
  useLayoutEffect(() => {
    const area = scroller.current;
    if (isBusy(area)) return;
    const topHour = isLoaded ? Math.min(firstHour, earliestHour(days, posts, zone)) : firstHour;
    const corner = area?.querySelector('thead th')?.getBoundingClientRect();
    const row = area?.querySelector(`[data-row="${topHour}"]`)?.getBoundingClientRect();
    const day = area?.querySelector('[aria-current=date]')?.getBoundingClientRect();
    if (!area || !corner || !row) return;
    area.scrollTop += row.top - corner.bottom;
    if (day) area.scrollLeft += day.left - corner.right;
  }, [firstHour, week, isLoaded]);
  return (
    <section
      ref={scroller}
      aria-label={label}
      className="relative max-h-[min(44rem,75dvh)] overflow-auto rounded-md border"
    >
      <Grid
        view={view}
        label={label}
        cursor={cursor}
        isMovable={isMovable}
        className={view === 'week' ? 'min-w-3xl' : undefined}
        {...events}
      >
        <thead className="sticky top-0 z-20 [&_th]:border-b [&_th]:bg-card">
          <tr>
            <th scope="col" className="sticky left-0 z-10 w-14">
              <span className="sr-only">{calendarMessages.hours}</span>
            </th>
            {days.map((day) => (
              <th
                key={day.dayOfWeek}
                scope="col"
                aria-current={day.equals(today) ? 'date' : undefined}
                className="py-2 align-top text-xs font-medium"
              >
                <span className="text-muted-foreground">{weekdayName(day)}</span>{' '}
                <span
                  className={cn(
                    'inline-flex h-6 min-w-6 items-center justify-center rounded-full px-1 tabular-nums',
                    day.equals(today) && 'bg-primary text-primary-foreground',
                  )}
                >
                  {day.day}
                </span>
                <ClockNote date={day} zone={zone} />
              </th>
            ))}
          </tr>
        </thead>
        <WeekBody
          view={view}
          days={days}
          posts={posts}
          free={free}
          cursor={cursor}
          today={today}
          zone={zone}
          clock={clock}
          postingHours={postingHours}
        />
      </Grid>
    </section>
  );
}

type WeekBodyProps = Pick<
  WeekGridProps,
  'view' | 'days' | 'posts' | 'free' | 'cursor' | 'today' | 'zone' | 'clock' | 'postingHours'
>;

function WeekBody({ view, days, posts, free, cursor, today, zone, clock, postingHours }: WeekBodyProps) {
  const [first, last] = postingHours;
  const hours = new Map(days.map((day) => [day, byHour(posts.get(day.toString()) ?? [], zone)]));
  return (
    <tbody>
      {HOURS.map((hour) => (
        <tr key={hour} data-row={hour}>
          <th
            scope="row"
            className="sticky left-0 z-10 border-r border-b bg-card px-2 py-1 text-right align-top text-xs font-normal whitespace-nowrap text-muted-foreground tabular-nums"
          >
            {hourName(hour)}
          </th>
          {days.map((day) => (
            <HourCell
              key={day.toString()}
              day={day}
              hour={hour}
              posts={hours.get(day)?.[hour] ?? []}
              free={(free.get(day.toString()) ?? []).filter((slot) => localTime(slot, zone).time.hour === hour)}
              isCursor={hour === cursor.hour && day.equals(cursor.date)}
              exists={hourExists(day, hour, zone)}
              isPosting={hour >= first && hour < last}
              lines={view === 'day' ? DAY_LINES : LINES}
              dayIs={Temporal.PlainDate.compare(day, today)}
              zone={zone}
              clock={clock}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type HourCellProps = {
  day: Temporal.PlainDate;
  hour: number;
  posts: ScheduledPost[];
  free: readonly string[];
  isCursor: boolean;
  exists: boolean;
  isPosting: boolean;
  /** The posts that fit into the cell. */
  lines: number;
  /** Below 0 for a past day, 0 for today. */
  dayIs: number;
  zone: string;
  clock: Intl.DateTimeFormat;
};

function HourCell(props: HourCellProps) {
  const { day, hour, posts, free, isCursor, exists, isPosting, lines, dayIs, zone, clock } = props;
  const posted = isPosting
    ? calendarMessages.posts(posts.length)
    : `${calendarMessages.posts(posts.length)}, ${calendarMessages.outside}`;
  const what = exists ? posted : calendarMessages.noSuchHour;
  return (
    <td
      tabIndex={isCursor ? 0 : -1}
      data-drop={day.toString()}
      data-hour={hour}
      className={cn(
        'group relative h-12 cursor-pointer scroll-mt-14 border-r border-b p-1 align-top last:border-r-0 focus-visible:-outline-offset-2 data-over:bg-primary/10',
        !isPosting && 'bg-muted',
        !exists && 'bg-muted-foreground/15',
      )}
    >
      <span className="sr-only">{`${dayName(day)}, ${hourName(hour)}, ${what}`}</span>
      <div className="flex flex-col gap-1">
        <Chips posts={posts} free={free} lines={lines} isCursor={isCursor} clock={clock} />
      </div>
      {exists && posts.length + free.length === 0 && dayIs >= 0 ? (
        <Ghost hour={hour} isToday={dayIs === 0} zone={zone} />
      ) : null}
      {dayIs === 0 ? <NowLine hour={hour} zone={zone} /> : null}
    </td>
  );
}

/** Shows the post that a press would start here, while the pointer or the focus is on a free future hour. */
function Ghost({ hour, isToday, zone }: { hour: number; isToday: boolean; zone: string }) {
  const isOver = useEachMinute(
    () =>
      isToday && Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone).toPlainTime().hour >= hour,
  );
  if (isOver) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-1 hidden items-center gap-1.5 rounded-sm border border-dashed border-primary/60 bg-primary/5 px-2 text-xs font-medium text-primary group-hover:flex group-focus:flex group-data-over:hidden pointer-coarse:group-hover:hidden"
    >
      <Plus className="size-3.5 shrink-0" />
      <span className="truncate">{calendarMessages.newAt(clockName(new Temporal.PlainTime(hour)))}</span>
    </span>
  );
}

/** A line at the current time, across today's hour. */
function NowLine({ hour, zone }: { hour: number; zone: string }) {
  const minute = useEachMinute(() => {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone).toPlainTime();
    return now.hour === hour ? now.minute : null;
  });
  if (minute === null) return null;
  return (
    <span
      data-now
      className="pointer-events-none absolute inset-x-0 z-10 h-0.5 -translate-y-1/2 bg-destructive before:absolute before:-top-0.75 before:left-0 before:size-2 before:rounded-full before:bg-destructive"
      style={{ top: `${(minute / 60) * 100}%` }}
    >
      <span className="sr-only">{calendarMessages.now}</span>
    </span>
  );
}

/** The hour of the earliest post in these days; 24 if there is none. */
function earliestHour(days: Temporal.PlainDate[], posts: Map<string, ScheduledPost[]>, zone: string): number {
  const firsts = days.flatMap((day) => posts.get(day.toString())?.[0] ?? []);
  return Math.min(24, ...firsts.map((post) => localTime(post.scheduled_time, zone).time.hour));
}

function byHour(posts: ScheduledPost[], zone: string): ScheduledPost[][] {
  const hours: ScheduledPost[][] = HOURS.map(() => []);
  for (const post of posts) hours[localTime(post.scheduled_time, zone).time.hour]?.push(post);
  return hours;
}
