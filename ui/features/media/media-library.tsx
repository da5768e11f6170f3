import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { MEDIA_GRID, MediaGrid } from '@/features/media/media-grid.tsx';
import { type MediaFilter, type MediaView, mediaCountsQuery, mediaQuery } from '@/features/media/media-queries.ts';
import { MediaFilters, MediaTools } from '@/features/media/media-tools.tsx';
import { filterMessages, mediaMessages } from '@/features/media/messages.ts';
import { SelectionBar } from '@/features/media/selection-bar.tsx';
import { useSelection } from '@/features/media/use-selection.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const EVERYTHING: MediaView = { filter: 'all', words: '', tag: null, sort: 'newest' };

/** The library's files, filtered by search, and bulk actions. */
export function MediaLibrary() {
  const supabase = useSupabase();
  const [view, setView] = useState(EVERYTHING);
  const counting = useQuery(mediaCountsQuery(supabase, view));
  const counts = counting.data;
  const media = useInfiniteQuery(mediaQuery(supabase, view));
  const files = media.data?.pages.flat();
  const selection = useSelection(view);
  const isSearching = view.words !== '' || view.tag !== null;
  // A search or filter without results does not mean an empty library.
  const isUnknown = view === EVERYTHING && (media.isPending || counting.isPending);
  const isEmpty = counts?.all === 0 && counts.deleted === 0 && !isSearching && files?.length === 0;

  return (
    <section className="flex min-w-0 flex-col gap-4">
      {isEmpty || (media.isError && !files) ? null : (
        // Takes up its space from the start, but is hidden until it is known that there is something to search.
        <div className={cn('flex min-w-0 flex-col gap-4', isUnknown && 'invisible')}>
          <MediaTools view={view} onChange={setView} />
          <MediaFilters filter={view.filter} onChange={(filter) => setView({ ...view, filter })} counts={counts} />
        </div>
      )}
      {files ? (
        files.length > 0 ? (
          <>
            <SelectionBar selection={selection} files={files} />
            <MediaGrid
              files={files}
              selection={selection}
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
          </>
        ) : (
          <MediaEmpty filter={view.filter} isSearching={isSearching} onShowAll={() => setView(EVERYTHING)} />
        )
      ) : media.isError ? (
        <Card>
          <ErrorState title={mediaMessages.loadFailed} query={media} />
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

type MediaEmptyProps = { filter: MediaFilter; isSearching: boolean; onShowAll: () => void };

/** The empty state: §2's text for an empty library, or that nothing matches. */
function MediaEmpty({ filter, isSearching, onShowAll }: MediaEmptyProps) {
  const showAll = (
    <Button variant="outline" onClick={onShowAll}>
      {filterMessages.showAll}
    </Button>
  );
  return (
    <Card>
      {isSearching ? (
        <EmptyState icon={SearchX} {...filterMessages.nothingFound} action={showAll} />
      ) : filter === 'all' ? (
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
        <EmptyState icon={Images} title={filterMessages.empty[filter]} action={showAll} />
      )}
    </Card>
  );
}
