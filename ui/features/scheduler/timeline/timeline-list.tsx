import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { rowsOf } from '@/features/scheduler/cached-lists.ts';
import { isEmptyFilter, type PostFilter } from '@/features/scheduler/filters/filters.ts';
import { NothingMatches } from '@/features/scheduler/filters/nothing-matches.tsx';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { timelineQuery } from '@/features/scheduler/queries.ts';
import { MoreButton } from '@/features/scheduler/section.tsx';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { TimelineEntry } from '@/features/scheduler/timeline/timeline-entry.tsx';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { loading, empty, showEarlier } = schedulerMessages.timeline;

/**
 * The timeline as a list (§2): earliest first; a long one starts shortly before the next post, with the past behind
 * "Show earlier".
 */
export function TimelineList({ filter, onClear }: { filter: PostFilter; onClear: () => void }) {
  const [openedAt] = useState(() => new Date());
  const query = useInfiniteQuery(timelineQuery(useSupabase(), filter, openedAt));
  useLoadFailure(query);
  const selection = useSelection();
  useEffect(() => selection?.posts.show(query.data ? rowsOf(query.data) : []));
  if (!query.data) {
    if (!query.isError) return <TimelineLoading />;
    return (
      <ErrorState
        title={schedulerToasts.loadFailed}
        description={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const posts = rowsOf(query.data);
  if (posts.length === 0) {
    return isEmptyFilter(filter) ? (
      <EmptyState icon={CalendarClock} {...empty} className="pt-4" />
    ) : (
      <NothingMatches onClear={onClear} />
    );
  }
  const earlier = query.data.pages[0]?.from ?? 0;
  const later = (query.data.pages.at(-1)?.total ?? 0) - earlier - posts.length;
  return (
    <div className="flex flex-col gap-5">
      {query.hasPreviousPage ? (
        <MoreButton
          label={showEarlier(earlier)}
          busy={query.isFetchingPreviousPage}
          onClick={() => void query.fetchPreviousPage()}
        />
      ) : null}
      <ol className="flex flex-col">
        {posts.map((post) => (
          <TimelineEntry key={post.id} post={post} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <MoreButton
          label={schedulerMessages.showMore(later)}
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function TimelineLoading() {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {loading}
      </p>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  );
}
