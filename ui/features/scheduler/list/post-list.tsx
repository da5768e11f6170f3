import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock, CircleCheck, FileText, ListFilter, LoaderCircle, type LucideIcon, Send } from 'lucide-react';
import { Fragment, useDeferredValue, useEffect, useMemo } from 'react';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { rowsOf } from '@/features/scheduler/cached-lists.ts';
import { useRecount } from '@/features/scheduler/filters/counts.ts';
import { EMPTY_FILTER, isEmptyFilter, type ListTab, useShown } from '@/features/scheduler/filters/filters.ts';
import { dayNames } from '@/features/scheduler/list/day-names.ts';
import { PostRow } from '@/features/scheduler/list/post-row.tsx';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { listQuery, type Post } from '@/features/scheduler/queries.ts';
import { useSelection } from '@/features/scheduler/selection/selection.tsx';
import { TITLE_ID } from '@/features/scheduler/title-id.ts';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { nowDate } from '@/lib/clock.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { list: words, filter: filterWords } = schedulerMessages;

type PostListProps = {
  tab: ListTab | 'all';
  /** Whether the workspace has no posts at all. */
  isNew: boolean;
};

/** The posts of a tab, page by page; those with a time are grouped by day. */
export function PostList({ tab, isNew }: PostListProps) {
  const { filter, search } = useShown();
  const query = useInfiniteQuery(listQuery(useSupabase(), tab, filter, search));
  useLoadFailure(query);
  const refresh = useRefreshPosts();
  const selection = useSelection();
  const posts = useMemo(() => (query.data ? rowsOf(query.data) : []), [query.data]);
  useRecount(query.data?.pages.at(-1)?.total);
  useEffect(() => selection?.show(posts));
  if (!query.data) {
    if (!query.isError) return <ListLoading />;
    return <ErrorState title={schedulerToasts.loadFailed} description={query.error.message} onRetry={refresh} />;
  }
  if (posts.length === 0) return <NoPosts tab={tab} isNew={isNew} />;
  const left = (query.data.pages.at(-1)?.total ?? 0) - posts.length;
  return (
    <div aria-busy={query.isPlaceholderData}>
      <Rows posts={posts} isByDay={tab !== 'drafts' && tab !== 'all'} />
      {query.hasNextPage ? (
        <div className="border-t p-4 sm:px-6">
          <Button
            variant="outline"
            className="w-full"
            aria-disabled={query.isFetchingNextPage}
            onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
            {words.showMore(left)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** How many rows are rendered immediately: more than fit into a window. */
const FIRST_ROWS = 10;
/** The assumed height of a PostRow that is out of sight, in rem. */
const ROW_REM = 9;

/**
 * The rows. When the list opens, the first ones are rendered immediately, and the others in a deferred render that
 * yields to input. Their space is reserved, because the window may be restored to a scroll position there.
 */
function Rows({ posts, isByDay }: { posts: readonly Post[]; isByDay: boolean }) {
  const timeZone = useTimeZone();
  const isWhole = useDeferredValue(true, false);
  const shown = isWhole ? posts : posts.slice(0, FIRST_ROWS);
  const missing = posts.length - shown.length;
  return (
    <>
      {isByDay ? (
        <Days posts={shown} timeZone={timeZone} />
      ) : (
        <ul aria-labelledby={TITLE_ID}>
          {shown.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ul>
      )}
      {missing > 0 ? <div style={{ height: `${missing * ROW_REM}rem` }} /> : null}
    </>
  );
}

/** Posts in order of time, below the name of each day. */
function Days({ posts, timeZone }: { posts: readonly Post[]; timeZone: string }) {
  const nameOf = dayNames(timeZone, nowDate());
  const days = new Map<string, Post[]>();
  for (const post of posts) {
    const name = nameOf(post.place?.scheduled_time ?? post.content.created_at);
    days.set(name, [...(days.get(name) ?? []), post]);
  }
  return (
    <>
      {[...days].map(([name, ofDay]) => (
        <Fragment key={name}>
          <h3 className="border-y bg-muted/55 px-4 py-1.5 text-xs font-medium text-muted-foreground tabular-nums first:border-t-0 sm:px-6">
            {name}
          </h3>
          <ol aria-label={name}>
            {ofDay.map((post) => (
              <PostRow key={post.id} post={post} />
            ))}
          </ol>
        </Fragment>
      ))}
    </>
  );
}

const ICONS: Record<ListTab, LucideIcon> = { drafts: FileText, queue: CalendarClock, turn: CircleCheck, sent: Send };

function NoPosts({ tab, isNew }: PostListProps) {
  const { filter, search, tab: chosen, setFilter, setTab, setSearch } = useShown();
  if (!isEmptyFilter(filter) || search) {
    const isNarrow = search !== '' && tab !== 'all';
    return (
      <EmptyState
        icon={ListFilter}
        {...filterWords.nothing}
        action={
          <Button
            variant="outline"
            onClick={() => {
              if (!isEmptyFilter(filter)) setFilter(EMPTY_FILTER);
              else if (isNarrow) setTab('all');
              else setSearch('', chosen === 'all' ? null : chosen);
            }}
          >
            {!isEmptyFilter(filter) ? filterWords.clear : isNarrow ? filterWords.elsewhere : filterWords.clearSearch}
          </Button>
        }
      />
    );
  }
  if (tab === 'all' || (tab === 'drafts' && isNew)) return <EmptyState icon={FileText} {...words.empty.none} />;
  return <EmptyState icon={ICONS[tab]} {...words.empty[tab]} />;
}

function ListLoading() {
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
      <p role="status" className="text-sm text-muted-foreground">
        {words.loading}
      </p>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}
