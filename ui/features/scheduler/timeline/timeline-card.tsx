import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarRange, Hourglass, List } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { countOf, postCountsQuery } from '@/features/scheduler/filters/counts.ts';
import { FilterBar } from '@/features/scheduler/filters/filter-bar.tsx';
import { EMPTY_FILTER, POST_STATUSES, usePostFilter } from '@/features/scheduler/filters/filters.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { SECTIONS, Section } from '@/features/scheduler/section.tsx';
import { SelectButton } from '@/features/scheduler/selection/select-box.tsx';
import { TimelineList } from '@/features/scheduler/timeline/timeline-list.tsx';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { VIEWS, type View } from '@/features/scheduler/view.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { title } = schedulerMessages.timeline;

// Lazy, because the calendar depends on time zone rules.
const Calendar = lazy(async () => ({ default: (await import('@/features/scheduler/calendar/calendar.tsx')).Calendar }));

const Queue = lazy(async () => ({ default: (await import('@/features/scheduler/queue/queue.tsx')).Queue }));

/**
 * "Scheduled Posts Timeline (count)" (§2): the scheduled posts as a list, a month or week calendar, or the queue of the
 * next 24 hours.
 */
export function TimelineCard({ view, onViewChange }: { view: View; onViewChange: (next: View) => void }) {
  const [filter, setFilter] = usePostFilter();
  const counts = useQuery(postCountsQuery(useSupabase()));
  useLoadFailure(counts);
  const total = counts.data && countOf(counts.data, EMPTY_FILTER);
  return (
    <Section id={SECTIONS.timeline}>
      <CardHeader className={cn('gap-y-3', view !== 'list' && 'lg:grid-cols-[1fr_auto] lg:items-center')}>
        <CardTitle>{total === undefined ? title : `${title} (${total})`}</CardTitle>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ViewSwitch view={view} onChange={onViewChange} />
          <SelectButton />
        </div>
        {view === 'queue' ? null : (
          <div className="col-span-full">
            <FilterBar
              label={schedulerMessages.filter.posts}
              statuses={POST_STATUSES}
              counts={counts.data}
              filter={filter}
              onChange={setFilter}
              hidden={total === 0}
            />
          </div>
        )}
      </CardHeader>
      <CardContent>
        {view === 'list' ? (
          <TimelineList filter={filter} onClear={() => setFilter(EMPTY_FILTER)} />
        ) : (
          <Suspense fallback={<Skeleton className="h-120" />}>
            {view === 'queue' ? <Queue /> : <Calendar key={view} view={view} filter={filter} />}
          </Suspense>
        )}
      </CardContent>
    </Section>
  );
}

const ICONS = { list: List, month: CalendarDays, week: CalendarRange, queue: Hourglass };

function ViewSwitch({ view, onChange }: { view: View; onChange: (next: View) => void }) {
  return (
    <fieldset className="inline-flex w-fit rounded-md border bg-muted p-0.5">
      <legend className="sr-only">{schedulerMessages.views.label}</legend>
      {VIEWS.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === view}
            onClick={() => onChange(choice)}
            className={cn(
              'inline-flex h-8 items-center gap-1.5 rounded-sm px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:text-foreground max-sm:h-10 max-sm:px-3.5',
              choice === view && 'bg-card text-foreground shadow-raised',
            )}
          >
            <Icon className="size-4 max-sm:hidden" aria-hidden="true" />
            {schedulerMessages.views[choice]}
          </button>
        );
      })}
    </fieldset>
  );
}
