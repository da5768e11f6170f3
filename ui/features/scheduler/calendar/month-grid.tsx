import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Temporal } from 'temporal-polyfill';
import { Chips } from '@/features/scheduler/calendar/chips.tsx';
import type { Cursor } from '@/features/scheduler/calendar/cursor.ts';
import { ClockNote, Grid, type GridEvents, isBusy } from '@/features/scheduler/calendar/grid.tsx';
import { calendarMessages, weekdayName } from '@/features/scheduler/calendar/messages.ts';
import { dayName } from '@/features/scheduler/moment-names.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';

/** The lines that fit into a day's cell; the last one shows how many more posts there are. */
const LINES = 3;

type MonthGridProps = GridEvents & {
  days: Temporal.PlainDate[];
  posts: Map<string, ScheduledPost[]>;
  /** The free posting times (ISO 8601) by date. */
  free: ReadonlyMap<string, string[]>;
  cursor: Cursor;
  today: Temporal.PlainDate;
  zone: string;
  clock: Intl.DateTimeFormat;
  isMovable: (postId: string) => boolean;
  isLoaded: boolean;
};

/**
 * A month: a row per week, a cell per day with its first posts. On narrow screens, and in past weeks, whose rows are
 * low, a cell shows only the number of posts.
 */
export function MonthGrid(props: MonthGridProps) {
  const { days, posts, free, cursor, today, zone, clock, isMovable, isLoaded, ...events } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const month = String(days[0]);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const currentWeek = weeks.findIndex((week) => week.some((day) => day.equals(today)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a month scrolls to today once it is opened and once it is read.
  useLayoutEffect(() => {
    if (isBusy(body.current)) return;
    body.current?.querySelector('[aria-current=date]')?.scrollIntoView({ block: 'nearest' });
  }, [month, isLoaded]);
  return (
    <Grid view="month" label={calendarMessages.month} cursor={cursor} isMovable={isMovable} {...events}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.dayOfWeek} scope="col" className="pb-1.5 text-xs font-medium text-muted-foreground">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        className="[&_td]:border-r [&_td]:border-b [&_td:first-child]:border-l [&_tr:first-child_td]:border-t"
      >
        {weeks.map((week, index) => (
          <tr key={String(week[0])}>
            {week.map((day) => (
              <DayCell
                key={day.toString()}
                day={day}
                posts={posts.get(day.toString()) ?? []}
                free={free.get(day.toString()) ?? []}
                isCursor={day.equals(cursor.date)}
                isToday={day.equals(today)}
                isLow={index < currentWeek}
                isPast={Temporal.PlainDate.compare(day, today) < 0}
                isOutside={day.month !== cursor.date.month}
                zone={zone}
                clock={clock}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

type DayCellProps = {
  day: Temporal.PlainDate;
  posts: ScheduledPost[];
  free: readonly string[];
  isCursor: boolean;
  isToday: boolean;
  isLow: boolean;
  isPast: boolean;
  isOutside: boolean;
  zone: string;
  clock: Intl.DateTimeFormat;
};

function DayCell(props: DayCellProps) {
  const { day, posts, free, isCursor, isToday, isLow, isPast, isOutside, zone, clock } = props;
  return (
    <td
      tabIndex={isCursor ? 0 : -1}
      data-drop={day.toString()}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'group relative cursor-pointer p-1 align-top focus-visible:-outline-offset-2 data-over:bg-primary/10 @xl:p-1.5',
        isLow ? 'h-9' : 'h-16 @xl:h-32',
        isOutside && 'bg-muted/60 text-muted-foreground',
      )}
    >
      <span className="sr-only">{`${dayName(day)}, ${calendarMessages.posts(posts.length)}`}</span>
      <div className="flex flex-col items-center gap-0.5 @xl:flex-row @xl:gap-1.5">
        <span
          aria-hidden="true"
          className={cn(
            'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-medium tabular-nums',
            isToday && 'bg-primary text-primary-foreground',
          )}
        >
          {day.day}
        </span>
        {posts.length > 0 ? (
          <span
            aria-hidden="true"
            className={cn(
              'rounded-full bg-primary/10 px-1.5 text-xs leading-5 font-medium text-primary tabular-nums',
              !isLow && '@xl:hidden',
            )}
          >
            {posts.length}
          </span>
        ) : null}
        <span className="hidden min-w-0 @xl:block">
          <ClockNote date={day} zone={zone} />
        </span>
      </div>
      {isLow ? null : (
        <div className="mt-1 hidden flex-col gap-1 @xl:flex">
          <Chips posts={posts} free={free} lines={LINES} isCursor={isCursor} clock={clock} />
        </div>
      )}
      {isPast ? null : (
        <button
          type="button"
          data-ghost
          tabIndex={isCursor ? 0 : -1}
          aria-label={`${calendarMessages.newPost}, ${dayName(day)}`}
          className="absolute top-1 right-1 hidden size-6 items-center justify-center rounded-md border border-dashed border-primary/60 text-primary opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-primary/10 focus-visible:opacity-100 @xl:inline-flex pointer-coarse:@xl:hidden"
        >
          <Plus className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </td>
  );
}
