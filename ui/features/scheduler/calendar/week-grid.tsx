import { useLayoutEffect, useRef } from 'react';
import type { Temporal } from 'temporal-polyfill';
import { Chips } from '@/features/scheduler/calendar/chips.tsx';
import type { Cursor } from '@/features/scheduler/calendar/cursor.ts';
import { ClockNote, Grid, type GridEvents, isBusy } from '@/features/scheduler/calendar/grid.tsx';
import { calendarMessages, dayName, hourName, weekdayName } from '@/features/scheduler/calendar/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';
import { hourExists, localTime } from '@/lib/local-time.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Posts that fit an hour's cell. */
const LINES = 3;

type WeekGridProps = GridEvents & {
  days: Temporal.PlainDate[];
  posts: Map<string, ScheduledPost[]>;
  cursor: Cursor;
  today: Temporal.PlainDate;
  zone: string;
  clock: Intl.DateTimeFormat;
  isMovable: (postId: string) => boolean;
  /** The initial topmost hour, unless there are earlier posts. */
  firstHour: number;
  isLoaded: boolean;
};

/** A week: a column per day, a row per hour. A skipped hour is hatched, a repeated one contains both. */
export function WeekGrid({
  days,
  posts,
  cursor,
  today,
  zone,
  clock,
  isMovable,
  firstHour,
  isLoaded,
  ...events
}: WeekGridProps) {
  const scroller = useRef<HTMLElement>(null);
  const week = String(days[0]);
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
      aria-label={calendarMessages.week}
      className="relative max-h-[min(44rem,75dvh)] overflow-auto rounded-md border"
    >
      <Grid
        view="week"
        label={calendarMessages.week}
        cursor={cursor}
        isMovable={isMovable}
        className="min-w-3xl"
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
        <WeekBody days={days} posts={posts} cursor={cursor} zone={zone} clock={clock} />
      </Grid>
    </section>
  );
}

type WeekBodyProps = Pick<WeekGridProps, 'days' | 'posts' | 'cursor' | 'zone' | 'clock'>;

function WeekBody({ days, posts, cursor, zone, clock }: WeekBodyProps) {
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
              isCursor={hour === cursor.hour && day.equals(cursor.date)}
              exists={hourExists(day, hour, zone)}
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
  isCursor: boolean;
  exists: boolean;
  clock: Intl.DateTimeFormat;
};

function HourCell({ day, hour, posts, isCursor, exists, clock }: HourCellProps) {
  const what = exists ? calendarMessages.posts(posts.length) : calendarMessages.noSuchHour;
  return (
    <td
      tabIndex={isCursor ? 0 : -1}
      data-drop={day.toString()}
      data-hour={hour}
      className={cn(
        'h-10 cursor-pointer scroll-mt-14 border-r border-b p-1 align-top last:border-r-0 focus-visible:relative focus-visible:-outline-offset-2 data-over:bg-primary/10',
        !exists && 'bg-muted-foreground/15',
      )}
    >
      <span className="sr-only">{`${dayName(day)}, ${hourName(hour)}, ${what}`}</span>
      <div className="flex flex-col gap-1">
        <Chips posts={posts} lines={LINES} isCursor={isCursor} clock={clock} />
      </div>
    </td>
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
