import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { MediaFilters } from '@/features/media/media-filters.tsx';
import { MEDIA_GRID, MediaGrid } from '@/features/media/media-grid.tsx';
import { type MediaFilter, mediaCountsQuery, mediaQuery } from '@/features/media/media-queries.ts';
import { filterMessages, mediaMessages } from '@/features/media/messages.ts';
import { failureReason } from '@/lib/failure-reason.ts';
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
