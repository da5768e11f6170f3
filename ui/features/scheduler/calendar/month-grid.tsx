import type { Temporal } from 'temporal-polyfill';
import { Chips } from '@/features/scheduler/calendar/chips.tsx';
import type { Cursor } from '@/features/scheduler/calendar/cursor.ts';
import { ClockNote, Grid, type GridEvents } from '@/features/scheduler/calendar/grid.tsx';
import { calendarMessages, dayName, weekdayName } from '@/features/scheduler/calendar/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';

/** A day's cell has room for this many lines; what does not fit is folded into the last one. */
const LINES = 3;

type MonthGridProps = GridEvents & {
  /** Whole weeks. */
  days: Temporal.PlainDate[];
  posts: Map<string, ScheduledPost[]>;
  cursor: Cursor;
  today: Temporal.PlainDate;
  zone: string;
  clock: Intl.DateTimeFormat;
  isMovable: (postId: string) => boolean;
};

/**
 * A month: a row for each week, a cell for each day with its first posts. Where it is narrow, a cell says how many
 * there are.
 */
export function MonthGrid({ days, posts, cursor, today, zone, clock, isMovable, ...events }: MonthGridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
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
      <tbody className="[&_td]:border-r [&_td]:border-b [&_td:first-child]:border-l [&_tr:first-child_td]:border-t">
        {weeks.map((week) => (
          <tr key={String(week[0])}>
            {week.map((day) => (
              <DayCell
                key={day.toString()}
                day={day}
                posts={posts.get(day.toString()) ?? []}
                isCursor={day.equals(cursor.date)}
                isToday={day.equals(today)}
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
  isCursor: boolean;
  isToday: boolean;
  isOutside: boolean;
  zone: string;
  clock: Intl.DateTimeFormat;
};

function DayCell({ day, posts, isCursor, isToday, isOutside, zone, clock }: DayCellProps) {
  return (
    <td
      tabIndex={isCursor ? 0 : -1}
      data-drop={day.toString()}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'h-16 cursor-pointer p-1 align-top focus-visible:relative focus-visible:-outline-offset-2 data-over:bg-primary/10 @2xl:h-32 @2xl:p-1.5',
        isOutside && 'bg-muted/60 text-muted-foreground',
      )}
    >
      <span className="sr-only">{`${dayName(day)}, ${calendarMessages.posts(posts.length)}`}</span>
      <div className="flex flex-col items-center gap-0.5 @2xl:flex-row @2xl:gap-1.5">
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
            className="rounded-full bg-primary/10 px-1.5 text-xs leading-5 font-medium text-primary tabular-nums @2xl:hidden"
          >
            {posts.length}
          </span>
        ) : null}
        <span className="hidden min-w-0 @2xl:block">
          <ClockNote date={day} zone={zone} />
        </span>
      </div>
      <div className="mt-1 hidden flex-col gap-1 @2xl:flex">
        <Chips posts={posts} lines={LINES} clock={clock} />
      </div>
    </td>
  );
}
