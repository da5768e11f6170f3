import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Temporal } from 'temporal-polyfill';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { settingsQuery } from '@/domain/workspace/settings.ts';
import { type Cursor, stepped } from '@/features/scheduler/calendar/cursor.ts';
import { DayDialog } from '@/features/scheduler/calendar/day-dialog.tsx';
import { type DropTarget, dropTime } from '@/features/scheduler/calendar/drop-time.ts';
import { calendarMessages, monthName, weekName } from '@/features/scheduler/calendar/messages.ts';
import { MonthGrid } from '@/features/scheduler/calendar/month-grid.tsx';
import { Toolbar } from '@/features/scheduler/calendar/toolbar.tsx';
import { WeekGrid } from '@/features/scheduler/calendar/week-grid.tsx';
import { type PostFilter, withValue } from '@/features/scheduler/filters/filters.ts';
import { schedulerToasts } from '@/features/scheduler/messages.ts';
import { useOpenedContent } from '@/features/scheduler/posts/use-opened-content.ts';
import { type ScheduledPost, spanQuery } from '@/features/scheduler/queries.ts';
import { reasonOf } from '@/features/scheduler/refusal.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { usePostActions } from '@/features/scheduler/timeline/use-post-actions.ts';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { byDay, knownZone, localTime, spanOf, weekOf, weeksOfMonth } from '@/lib/local-time.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { instantsAt } from '../../../../shared/time/local-moments.ts';
import type { PostStatus } from '../../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/workspace/default-settings.ts';

/** These posts are opened in the editor, others with their deliveries. */
const CHANGEABLE: readonly PostStatus[] = ['scheduled', 'cancelled'];

type CalendarProps = { view: 'month' | 'week'; filter: PostFilter };

/**
 * The scheduled posts of a month or a week, in the configured zone. Waiting posts can be dragged to another day or
 * hour.
 */
export function Calendar(props: CalendarProps) {
  const settings = useQuery(settingsQuery(useSupabase()));
  // Today depends on the zone; without settings it is the default one.
  if (settings.isPending) return <Skeleton className="h-120" />;
  const { timezone, posting_hours_start } = settings.data ?? DEFAULT_SETTINGS;
  return <ZonedCalendar zone={knownZone(timezone)} firstHour={posting_hours_start} {...props} />;
}

function ZonedCalendar({ view, filter, zone, firstHour }: CalendarProps & { zone: string; firstHour: number }) {
  const { date: today } = localTime(new Date().toISOString(), zone);
  const daysAround = view === 'month' ? weeksOfMonth : weekOf;
  const [cursor, setCursor] = useCursor({ date: today, hour: firstHour }, daysAround);
  const [opened, setOpened] = useState<string | null>(null);
  const { move } = usePostActions();
  const { open, edit } = useOpenedContent();
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
  const selection = useSelection();
  useEffect(() => selection?.posts.show(query.data ?? []));
  const find = (id: string) => query.data?.find((post) => post.id === id);

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
    cursor,
    today,
    zone,
    clock,
    isLoaded,
    isMovable: (id: string) => find(id)?.status === 'scheduled',
    onMove: setCursor,
    onOpen: (date: string, hour: number | null) => {
      const start = hour === null ? null : freeHour(posts.get(date) ?? [], date, hour, zone);
      if (start) return void navigate(`/compose?at=${start}`);
      setCursor({ date: Temporal.PlainDate.from(date), hour: cursor.hour });
      setOpened(date);
    },
    onOpenPost: (id: string, isRange: boolean) => {
      const post = find(id);
      if (selection?.isSelecting && post) return selection.posts.toggle(post, isRange);
      if (post && CHANGEABLE.includes(post.status)) edit(post.content_id);
      else if (post) open('deliveries', post.id);
    },
    onDrop: drop,
  };
  return (
    <div className="@container">
      <Toolbar
        view={view}
        name={view === 'month' ? monthName(cursor.date) : weekName(days)}
        zone={zone}
        onStep={(steps) => setCursor({ ...cursor, date: stepped(cursor.date, view, steps) })}
        onToday={() => setCursor({ ...cursor, date: today })}
      />
      {query.isError && !query.data ? (
        <ErrorState
          title={schedulerToasts.loadFailed}
          description={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div aria-busy={query.isPlaceholderData || query.isPending}>
          {query.isPending ? (
            <p role="status" className="sr-only">
              {calendarMessages.loading}
            </p>
          ) : null}
          {view === 'month' ? <MonthGrid {...shared} /> : <WeekGrid {...shared} firstHour={firstHour} />}
          <p className="mt-3 text-[0.8125rem] text-muted-foreground">{calendarMessages.hint}</p>
        </div>
      )}
      {opened ? (
        <DayDialog
          date={Temporal.PlainDate.from(opened)}
          posts={posts.get(opened) ?? []}
          zone={zone}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  );
}

/** The start of an hour without posts (ISO 8601); null if it has begun, or has posts. */
function freeHour(posts: readonly ScheduledPost[], date: string, hour: number, zone: string): string | null {
  if (posts.some((post) => localTime(post.scheduled_time, zone).time.hour === hour)) return null;
  const [start] = instantsAt(Temporal.PlainDate.from(date), new Temporal.PlainTime(hour), zone);
  return start && Temporal.Instant.compare(start, Temporal.Now.instant()) > 0 ? start.toString() : null;
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
