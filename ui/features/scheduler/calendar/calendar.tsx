import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { settingsQuery } from '@/domain/workspace/settings.ts';
import { reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { usePostActions } from '@/features/scheduler/actions/use-post-actions.ts';
import { type CalendarView, type Cursor, stepped } from '@/features/scheduler/calendar/cursor.ts';
import { type DropTarget, dropTime } from '@/features/scheduler/calendar/drop-time.ts';
import { calendarMessages, monthName, weekName } from '@/features/scheduler/calendar/messages.ts';
import { MonthGrid } from '@/features/scheduler/calendar/month-grid.tsx';
import { Toolbar } from '@/features/scheduler/calendar/toolbar.tsx';
import { WeekGrid } from '@/features/scheduler/calendar/week-grid.tsx';
import { type Filter, useShown } from '@/features/scheduler/filters/filters.ts';
import { useOpenedPost } from '@/features/scheduler/filters/use-opened-post.ts';
import { schedulerToasts } from '@/features/scheduler/messages.ts';
import { dayName } from '@/features/scheduler/moment-names.ts';
import { type ScheduledPost, spanQuery } from '@/features/scheduler/queries.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { nowDate, nowMs } from '@/lib/clock.ts';
import { byDay, knownZone, localTime, spanOf, weekOf, weeksOfMonth } from '@/lib/local-time.ts';
import { paths } from '@/lib/paths.ts';
import { withValue } from '@/lib/query-values.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { freePostingTimes, type PostingHours, postingHours } from '../../../../shared/posts/scheduling.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/workspace/default-settings.ts';

type CalendarProps = { view: CalendarView; filter: Filter };

/**
 * The scheduled posts of a month, a week or a day, in the configured zone. Waiting posts can be dragged to another day
 * or hour.
 */
export function Calendar(props: CalendarProps) {
  const settings = useQuery(settingsQuery(useSupabase()));
  // Today depends on the zone; without settings it is the default one.
  if (settings.isPending) return <Skeleton className="h-120" />;
  const known = settings.data ?? DEFAULT_SETTINGS;
  const zone = knownZone(known.timezone);
  return <ZonedCalendar zone={zone} hours={{ ...postingHours(known), timezone: zone }} {...props} />;
}

type ZonedProps = CalendarProps & { zone: string; hours: PostingHours };

function ZonedCalendar({ view, filter, zone, hours }: ZonedProps) {
  const { date: today } = localTime(nowDate().toISOString(), zone);
  const daysAround = DAYS[view];
  const [cursor, setCursor] = useCursor({ date: today, hour: hours.startHour }, daysAround);
  const { move } = usePostActions();
  const { open } = useOpenedPost();
  const { openDay } = useShown();
  const navigate = useNavigate();
  const clock = useMemo(
    () => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone }),
    [zone],
  );
  const days = daysAround(cursor.date);
  const query = useQuery({
    ...spanQuery(useSupabase(), filter, spanOf(days, zone)),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(query);
  const isLoaded = query.isSuccess && !query.isPlaceholderData;
  const posts = byDay(query.data ?? [], days, zone);
  // With a filter, times taken by hidden posts would look free.
  const free =
    isLoaded && Object.values(filter).every((value) => value === null)
      ? freeTimes(days, hours, query.data ?? [])
      : NONE;
  const selection = useSelection();
  useEffect(() => selection?.show(query.data ?? []));
  const find = (id: string) => query.data?.find((post) => post.id === id);

  const write = (at: string) => void navigate(paths.newPostAt(at));

  async function drop(postId: string, target: DropTarget) {
    const post = find(postId);
    if (!post) return;
    try {
      const time = dropTime(post.scheduled_time, target, zone);
      if (Date.parse(time) !== Date.parse(post.scheduled_time)) await move(post, time);
    } catch (error) {
      toast.error(reasonOf(error));
    }
  }

  const shared = {
    days,
    posts,
    free,
    cursor,
    today,
    zone,
    clock,
    isLoaded,
    isMovable: (id: string) => find(id)?.status === 'scheduled',
    onMove: setCursor,
    onOpen: (date: string, hour: number | null) => {
      const inHour = (slot: string) => localTime(slot, zone).time.hour === hour;
      const start =
        hour === null ? null : (free.get(date)?.find(inHour) ?? freeHour(posts.get(date) ?? [], date, hour, zone));
      if (start) return write(start);
      if (view !== 'day') openDay(date);
    },
    onNew: (date: string) => write(timeOn(Temporal.PlainDate.from(date), zone)),
    onSlot: write,
    onOpenPost: (id: string, isRange: boolean) => {
      if (selection?.isSelecting) selection.toggle(id, isRange);
      else open(id);
    },
    onDrop: drop,
  };
  return (
    <div className="@container px-4 py-4 sm:px-6">
      <Toolbar
        view={view}
        name={view === 'week' ? weekName(days) : (view === 'month' ? monthName : dayName)(cursor.date)}
        zone={zone}
        onStep={(steps) => setCursor({ ...cursor, date: stepped(cursor.date, view, steps) })}
        onToday={() => setCursor({ ...cursor, date: today })}
      />
      {query.isError && !query.data ? (
        <ErrorState title={schedulerToasts.loadFailed} query={query} />
      ) : (
        <div aria-busy={query.isPlaceholderData || query.isPending}>
          {query.isPending ? (
            <p role="status" className="sr-only">
              {calendarMessages.loading}
            </p>
          ) : null}
          {view === 'month' ? (
            <MonthGrid {...shared} />
          ) : (
            <WeekGrid view={view} {...shared} postingHours={[hours.startHour, hours.endHour]} />
          )}
          <p className="mt-3 text-[0.8125rem] text-muted-foreground">{calendarMessages.hint}</p>
        </div>
      )}
    </div>
  );
}

/** The days that a view shows around a date. */
const DAYS: Record<CalendarView, (date: Temporal.PlainDate) => Temporal.PlainDate[]> = {
  month: weeksOfMonth,
  week: weekOf,
  day: (date) => [date],
};

const NONE: ReadonlyMap<string, string[]> = new Map();

/** The free posting times (ISO 8601) of these days, by date. */
function freeTimes(days: readonly Temporal.PlainDate[], hours: PostingHours, posts: readonly ScheduledPost[]) {
  const taken = posts
    .filter(({ status }) => status !== 'cancelled' && status !== 'failed')
    .map((post) => Temporal.Instant.from(post.scheduled_time));
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs());
  return new Map(days.map((day) => [day.toString(), freePostingTimes(day, { now, hours, taken }).map(String)]));
}

/** Noon of a day (ISO 8601), or the next full hour if noon has passed. */
function timeOn(date: Temporal.PlainDate, zone: string): string {
  const noon = date.toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).toInstant();
  const soon = Temporal.Instant.fromEpochMilliseconds(nowMs()).add({ hours: 1 });
  return (Temporal.Instant.compare(noon, soon) > 0 ? noon : soon.round({ smallestUnit: 'hour' })).toString();
}

/** The start of an hour without posts (ISO 8601); null if it has begun, or has posts. */
function freeHour(posts: readonly ScheduledPost[], date: string, hour: number, zone: string): string | null {
  if (posts.some((post) => localTime(post.scheduled_time, zone).time.hour === hour)) return null;
  const [start] = instantsAt(Temporal.PlainDate.from(date), new Temporal.PlainTime(hour), zone);
  return start && Temporal.Instant.compare(start, Temporal.Instant.fromEpochMilliseconds(nowMs())) > 0
    ? start.toString()
    : null;
}

const NAME = 'date';

/**
 * The calendar's cursor. Its month or week is in the URL's query (`date=2031-01-16`), so that a reload and the return
 * from /auth restore it; `start` is the default.
 */
function useCursor(
  start: Cursor,
  daysAround: (date: Temporal.PlainDate) => Temporal.PlainDate[],
): [cursor: Cursor, move: (next: Cursor) => void] {
  const [query, setQuery] = useSearchParams();
  const [cursor, setCursor] = useState<Cursor>(() => ({ ...start, date: dateIn(query) ?? start.date }));
  function move(next: Cursor) {
    setCursor(next);
    const isElsewhere = String(daysAround(next.date)) !== String(daysAround(cursor.date));
    if (!isElsewhere) return;
    setQuery((current) => withValue(current, NAME, next.date.toString()), { replace: true, preventScrollReset: true });
  }
  return [cursor, move];
}

function dateIn(query: URLSearchParams): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(query.get(NAME) ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
