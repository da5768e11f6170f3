import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarRange, List, type LucideIcon, Square } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { contentBinQuery } from '@/domain/posts/bin/content-bin.ts';
import { countOf, countsQuery } from '@/features/scheduler/filters/counts.ts';
import { FilterBar } from '@/features/scheduler/filters/filter-bar.tsx';
import {
  EMPTY_FILTER,
  type ListTab,
  TABS,
  type Tab,
  useShown,
  VIEWS,
  type View,
} from '@/features/scheduler/filters/filters.ts';
import { BinList } from '@/features/scheduler/list/bin-list.tsx';
import { PostList } from '@/features/scheduler/list/post-list.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { SelectButton } from '@/features/scheduler/selection/select-box.tsx';
import { TITLE_ID } from '@/features/scheduler/title-id.ts';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { cn } from '@/lib/class-names.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { CountsRow } from '../../../../shared/workspace/database.ts';

const { tabs: words, list } = schedulerMessages;

// Lazy, because the calendar depends on time zone rules.
const Calendar = lazyPart('Calendar', () => import('@/features/scheduler/calendar/calendar.tsx'));

/**
 * The posts (§2): one list with tabs, "Generated Content (count)" for those without a time and "Scheduled Posts
 * Timeline (count)" for those with one; or the latter as a calendar.
 */
export function PostsCard() {
  const supabase = useSupabase();
  const { view, tab: chosen, filter, search, setTab } = useShown();
  const counts = useQuery(countsQuery(supabase, search));
  const bin = useQuery(contentBinQuery(supabase));
  useLoadFailure(counts);
  const isNew = !search && counts.data?.length === 0 && !counts.isPlaceholderData;
  const tab: Tab = chosen ?? (search ? 'all' : isNew ? 'drafts' : 'queue');
  const countIn = (rows: readonly CountsRow[] | undefined, which: Tab) => {
    if (which === 'bin') return bin.data?.total;
    return rows && countOf(rows, filter, which === 'all' ? undefined : which);
  };
  const isCalendar = view !== 'list';
  const total = isCalendar
    ? counts.data && TIMELINE.reduce((sum, one) => sum + countOf(counts.data, EMPTY_FILTER, one), 0)
    : countIn(counts.data, tab);
  const title = isCalendar ? list.timeline : titleOf(tab);
  const heading = (
    <span id={TITLE_ID} tabIndex={-1}>
      {total === undefined ? title : `${title} (${total.toLocaleString('en')})`}
    </span>
  );
  return (
    <Card className="min-w-0 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      <div className="flex flex-col gap-3 border-b px-4 py-3.5 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {isCalendar ? (
            <div className="flex items-center justify-between gap-x-6 max-sm:w-full">
              <CardTitle>{heading}</CardTitle>
              <SelectButton />
            </div>
          ) : (
            <TabRow
              tab={tab}
              hasAll={search !== '' || chosen === 'all'}
              countIn={(which) => countIn(counts.data, which)}
              onChoose={setTab}
            />
          )}
          <ViewSwitch />
        </div>
        <FilterBar counts={counts.data} />
        {isCalendar ? null : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <CardTitle>{heading}</CardTitle>
            {tab === 'turn' && total ? (
              <Button asChild size="sm" className="ml-auto">
                <Link to="/your-turn">{list.publishThem}</Link>
              </Button>
            ) : null}
            {tab === 'bin' ? null : <SelectButton />}
          </div>
        )}
      </div>
      {isCalendar ? (
        <Suspense fallback={<Skeleton className="m-6 h-120" />}>
          <Calendar key={view} view={view} filter={filter} />
        </Suspense>
      ) : tab === 'bin' ? (
        <BinList query={bin} />
      ) : (
        <PostList key={tab} tab={tab} isNew={isNew} />
      )}
    </Card>
  );
}

/** The tabs of posts with a time. */
const TIMELINE: readonly ListTab[] = ['queue', 'turn', 'sent'];

function titleOf(tab: Tab): string {
  if (tab === 'drafts') return list.drafts;
  if (tab === 'bin') return schedulerMessages.bin.title;
  return tab === 'all' ? list.results : list.timeline;
}

type TabRowProps = {
  tab: Tab;
  /** Whether there is a tab for all posts, such as while searching. */
  hasAll: boolean;
  /** The number of posts in a tab, undefined until known. */
  countIn: (tab: Tab) => number | undefined;
  onChoose: (tab: Tab) => void;
};

/** The tabs; on a phone one row that scrolls sideways. */
function TabRow({ tab, hasAll, countIn, onChoose }: TabRowProps) {
  const shown: Tab[] = [...(hasAll ? (['all'] as const) : []), ...(Object.keys(TABS) as ListTab[]), 'bin'];
  return (
    <nav
      aria-label={words.label}
      className="flex min-w-0 gap-0.5 max-sm:-mx-4 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-4 [scrollbar-width:none]"
    >
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-current={one === tab ? 'page' : undefined}
          onClick={() => onChoose(one)}
          className="inline-flex h-9 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground aria-[current=page]:bg-primary/8 aria-[current=page]:text-foreground max-sm:h-11"
        >
          {words[one]}{' '}
          <span
            className={cn(
              'text-xs tabular-nums',
              one === 'turn' && (countIn(one) ?? 0) > 0
                ? 'rounded-full bg-warning/15 px-1.5 leading-5 text-warning'
                : 'font-normal opacity-85',
            )}
          >
            {countIn(one)?.toLocaleString('en')}
          </span>
        </button>
      ))}
    </nav>
  );
}

const ICONS: Record<View, LucideIcon> = { list: List, month: CalendarDays, week: CalendarRange, day: Square };

function ViewSwitch() {
  const { view, setView } = useShown();
  return (
    <fieldset className="ml-auto inline-flex w-fit rounded-md border bg-muted p-0.5 max-sm:ml-0 max-sm:w-full">
      <legend className="sr-only">{schedulerMessages.views.label}</legend>
      {VIEWS.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === view}
            onClick={() => setView(choice)}
            className={cn(
              'inline-flex h-8 items-center justify-center gap-1.5 rounded-sm px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:text-foreground max-sm:h-10 max-sm:flex-1',
              choice === view && 'bg-card text-foreground shadow-raised',
            )}
          >
            <Icon className="size-4 max-md:hidden" aria-hidden="true" />
            {schedulerMessages.views[choice]}
          </button>
        );
      })}
    </fieldset>
  );
}
