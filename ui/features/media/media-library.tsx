import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { MEDIA_GRID, MediaGrid } from '@/features/media/media-grid.tsx';
import { MEDIA_FILTERS, type MediaFilter, mediaCountsQuery, mediaQuery } from '@/features/media/media-queries.ts';
import { filterMessages, mediaMessages } from '@/features/media/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The files of the bucket, newest first, all or some of them. */
export function MediaLibrary() {
  const supabase = useSupabase();
  const [filter, setFilter] = useState<MediaFilter>('all');
  const counts = useQuery(mediaCountsQuery(supabase)).data;
  const media = useInfiniteQuery(mediaQuery(supabase, filter));
  const files = media.data?.pages.flat();
  const emptyLibrary = filter === 'all' && files?.length === 0;

  return (
    <section className="flex min-w-0 flex-col gap-4">
      {emptyLibrary || (media.isError && !files) ? null : (
        <MediaFilters filter={filter} onChange={setFilter} counts={counts} />
      )}
      {files ? (
        files.length > 0 ? (
          <MediaGrid
            files={files}
            more={
              media.hasNextPage
                ? {
                    load: () => void media.fetchNextPage(),
                    loading: media.isFetchingNextPage,
                    failed: media.isFetchNextPageError,
                  }
                : null
            }
          />
        ) : (
          <MediaEmpty filter={filter} onShowAll={() => setFilter('all')} />
        )
      ) : media.isError ? (
        <Card>
          <ErrorState
            title={mediaMessages.loadFailed}
            description={failureReason(media.error)}
            onRetry={() => void media.refetch()}
          />
        </Card>
      ) : (
        <MediaLoading />
      )}
    </section>
  );
}

function MediaLoading() {
  return (
    <div role="status" className={MEDIA_GRID}>
      <span className="sr-only">{mediaMessages.loading}</span>
      {SKELETONS.map((key) => (
        <Skeleton key={key} className="aspect-4/5 rounded-lg" />
      ))}
    </div>
  );
}

/** What stands where the files will be: §2's words for an empty library, or that the filter finds nothing. */
function MediaEmpty({ filter, onShowAll }: { filter: MediaFilter; onShowAll: () => void }) {
  return (
    <Card>
      {filter === 'all' ? (
        <EmptyState
          icon={Images}
          {...mediaMessages.empty}
          action={
            <Button asChild variant="outline">
              <Link to="/create">{mediaMessages.createContent}</Link>
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={Images}
          title={filterMessages.empty[filter]}
          action={
            <Button variant="outline" onClick={onShowAll}>
              {filterMessages.showAll}
            </Button>
          }
        />
      )}
    </Card>
  );
}

type MediaFiltersProps = {
  filter: MediaFilter;
  onChange: (filter: MediaFilter) => void;
  /** How many files each shows; undefined until it is known. */
  counts: Record<MediaFilter, number> | undefined;
};

/** Which files are shown: one of four, each with its count. */
function MediaFilters({ filter, onChange, counts }: MediaFiltersProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{filterMessages.label}</legend>
      {MEDIA_FILTERS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === filter}
          onClick={() => onChange(option)}
          className={cn(
            'inline-flex h-9 items-center gap-2 rounded-md px-2.5 text-sm sm:px-3 font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground pointer-coarse:h-11',
            option === filter && 'bg-secondary text-secondary-foreground',
          )}
        >
          {filterMessages.options[option]}
          {counts ? (
            <span className="font-normal text-muted-foreground tabular-nums">
              {counts[option].toLocaleString('en')}
            </span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}
