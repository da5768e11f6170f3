import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileText, FileUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { rowsOf } from '@/features/scheduler/cached-lists.ts';
import { contentCountsQuery, countOf } from '@/features/scheduler/filters/counts.ts';
import { FilterBar } from '@/features/scheduler/filters/filter-bar.tsx';
import {
  CONTENT_STATUSES,
  EMPTY_FILTER,
  isEmptyFilter,
  useContentFilter,
} from '@/features/scheduler/filters/filters.ts';
import { NothingMatches } from '@/features/scheduler/filters/nothing-matches.tsx';
import { importMessages } from '@/features/scheduler/import/messages.ts';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { ContentItem } from '@/features/scheduler/posts/content-item.tsx';
import { type Content, contentQuery } from '@/features/scheduler/queries.ts';
import { MoreButton, SECTIONS, Section } from '@/features/scheduler/section.tsx';
import { SelectButton } from '@/features/scheduler/selection/select-box.tsx';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { title, loading, empty } = schedulerMessages.content;
/** High enough that the timeline below does not jump into view when there is no content. */
const EMPTY = 'max-xl:min-h-84 pt-4';
const GRID = 'grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))]';

/** "Generated Content (count)" (§2): every post as it will read, newest first, filtered by the URL's query. */
export function ContentCard() {
  const supabase = useSupabase();
  const [filter, setFilter] = useContentFilter();
  const query = useInfiniteQuery(contentQuery(supabase, filter));
  const counts = useQuery(contentCountsQuery(supabase));
  useLoadFailure(query);
  const listed = query.data?.pages.at(-1)?.total;
  const total = counts.data && query.data ? countOf(counts.data, EMPTY_FILTER) : undefined;
  const shownTotal = isEmptyFilter(filter) ? listed : total;
  return (
    <Section id={SECTIONS.content}>
      <CardHeader className="gap-y-3">
        <CardTitle>{shownTotal === undefined ? title : `${title} (${shownTotal})`}</CardTitle>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FilterBar
            label={schedulerMessages.filter.content}
            statuses={CONTENT_STATUSES}
            counts={counts.data}
            filter={filter}
            onChange={setFilter}
            hidden={shownTotal === 0}
          />
          <div className="flex flex-wrap items-center gap-x-6">
            <SelectButton />
            <ImportButton />
            <BinButton />
          </div>
        </div>
      </CardHeader>
      <CardContent>
        {query.data ? (
          <>
            <ContentList
              items={rowsOf(query.data)}
              isFiltered={!isEmptyFilter(filter)}
              onClear={() => setFilter(EMPTY_FILTER)}
            />
            {query.hasNextPage && listed !== undefined ? (
              <MoreButton
                className="mt-6 w-full"
                busy={query.isFetchingNextPage}
                label={schedulerMessages.showMore(listed - rowsOf(query.data).length)}
                onClick={() => void query.fetchNextPage()}
              />
            ) : null}
          </>
        ) : query.isError ? (
          <ErrorState
            title={schedulerToasts.loadFailed}
            description={query.error.message}
            onRetry={() => void Promise.all([query.refetch(), counts.refetch()])}
          />
        ) : (
          <ContentLoading />
        )}
      </CardContent>
    </Section>
  );
}

function ContentList({ items, isFiltered, onClear }: { items: Content[]; isFiltered: boolean; onClear: () => void }) {
  const selection = useSelection();
  useEffect(() => selection?.contents.show(items));
  if (items.length === 0)
    return isFiltered ? (
      <NothingMatches onClear={onClear} />
    ) : (
      <EmptyState icon={FileText} {...empty} className={EMPTY} />
    );
  return (
    <ul className={GRID}>
      {items.map((content) => (
        <ContentItem key={content.id} content={content} />
      ))}
    </ul>
  );
}

function ContentLoading() {
  return (
    <>
      <p role="status" className="mb-4 text-sm text-muted-foreground">
        {loading}
      </p>
      <div className={GRID}>
        <Skeleton className="aspect-4/5" />
        <Skeleton className="aspect-4/5" />
      </div>
    </>
  );
}

const BinDialog = lazy(async () => ({ default: (await import('@/features/scheduler/bin-dialog.tsx')).BinDialog }));

function BinButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" className="-mx-3 text-muted-foreground" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        {schedulerMessages.bin.title}
      </Button>
      <Suspense>{isOpen ? <BinDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

const ImportDialog = lazy(async () => ({
  default: (await import('@/features/scheduler/import/import-dialog.tsx')).ImportDialog,
}));

function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" className="-mx-3 text-muted-foreground" onClick={() => setOpen(true)}>
        <FileUp aria-hidden="true" />
        {importMessages.open}
      </Button>
      <Suspense>{isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
