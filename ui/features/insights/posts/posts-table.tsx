import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Select } from '@/components/select.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { COLUMNS, columnOf } from '@/features/insights/posts/columns.ts';
import { PostCells } from '@/features/insights/posts/post-cells.tsx';
import { type Asked, type Order, PAGE_SIZE, postsQuery } from '@/features/insights/queries.ts';
import { QueryPart } from '@/features/insights/query-part.tsx';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import type { InsightPosts } from '../../../../shared/insights/insights.ts';

const words = insightsMessages.posts;

type PostsTableProps = { asked: Asked; total: number; order: Order; onOrder: (order: Order) => void };

/** Every post with its metrics, a page at a time, sorted by any column. */
export function PostsTable({ asked, total, order, onOrder }: PostsTableProps) {
  const query = useInfiniteQuery(postsQuery(useAgent(), asked, order));
  const { error, refetch, isPlaceholderData } = query;
  const [place, setPlace] = useState(0);
  const pages = query.data?.pages ?? [];
  // Other filters or another order start at the first page.
  const at = Math.min(place, Math.max(pages.length - 1, 0));
  const hasNext = at < pages.length - 1 || query.hasNextPage;

  async function step(by: 1 | -1) {
    if (by === 1 && at === pages.length - 1) {
      if ((await query.fetchNextPage()).isFetchNextPageError) return;
    }
    setPlace(at + by);
  }

  return (
    <>
      <SortChoice order={order} onOrder={onOrder} />
      <QueryPart query={{ data: pages[at], error, refetch, isPlaceholderData }} skeleton="h-96" failed={words.failed}>
        {(page) => <Table page={page} order={order} onOrder={onOrder} />}
      </QueryPart>
      {query.isFetchNextPageError ? (
        <p role="alert" className="border-t px-5 py-3 text-[0.8125rem] text-destructive sm:px-6">
          {words.failed} {query.error?.message}
        </p>
      ) : null}
      {at > 0 || hasNext ? (
        <nav aria-label={words.pages} className="flex items-center justify-between gap-3 border-t px-4 py-3 sm:px-6">
          <p aria-live="polite" className="text-[0.8125rem] text-muted-foreground tabular-nums">
            {words.position(at * PAGE_SIZE + 1, at * PAGE_SIZE + (pages[at]?.posts.length ?? 0), total)}
          </p>
          <div className="flex gap-2">
            <Button variant="outline" size="sm" aria-disabled={at === 0} onClick={() => at > 0 && void step(-1)}>
              <ChevronLeft aria-hidden="true" />
              {words.previous}
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-disabled={!hasNext || query.isFetchingNextPage}
              onClick={() => hasNext && !query.isFetchingNextPage && void step(1)}
            >
              {words.next}
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        </nav>
      ) : null}
    </>
  );
}

/** Replaces the headers if there is no room for the columns. */
function SortChoice({ order, onOrder }: Pick<PostsTableProps, 'order' | 'onOrder'>) {
  return (
    <div className="px-5 pb-4 lg:hidden">
      <Select
        aria-label={words.sort}
        value={order.sort}
        options={COLUMNS.map(({ sort, name }) => ({ value: sort, label: words.sortBy(name) }))}
        onChoose={(sort) => onOrder({ sort: columnOf(sort).sort, order: 'desc' })}
      />
    </div>
  );
}

function Table({ page, order, onOrder }: { page: InsightPosts } & Pick<PostsTableProps, 'order' | 'onOrder'>) {
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{words.caption}</caption>
      <thead className="text-xs text-muted-foreground max-lg:hidden">
        <tr className="border-t">
          <th scope="col" className="px-6 py-2 text-left font-medium">
            {words.post}
          </th>
          {COLUMNS.map(({ sort, name, className }) => (
            <Header
              key={sort}
              name={name}
              className={className}
              sorted={order.sort === sort ? order.order : null}
              onSort={(way) => onOrder({ sort, order: way })}
            />
          ))}
          <th scope="col" className="w-28 px-3 py-2 pr-6 text-right font-medium max-[85rem]:hidden">
            {words.growth}
          </th>
        </tr>
      </thead>
      <tbody>
        {page.posts.map((post) => (
          <PostCells key={post.deliveryId} post={post} sort={order.sort} />
        ))}
      </tbody>
    </table>
  );
}

type HeaderProps = {
  name: string;
  className: string;
  sorted: Order['order'] | null;
  onSort: (order: Order['order']) => void;
};

/** Sorts by its column, highest first; pressing it again reverses the order. */
function Header({ name, className, sorted, onSort }: HeaderProps) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === null ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      className={cn('py-1 text-right font-medium', className)}
    >
      <button
        type="button"
        className={cn(
          'inline-flex min-h-7 items-center gap-1 rounded-md px-2 hover:bg-accent hover:text-foreground',
          sorted !== null && 'text-foreground',
        )}
        onClick={() => onSort(sorted === 'desc' ? 'asc' : 'desc')}
      >
        {sorted === null ? null : <Arrow className="size-3" aria-hidden="true" />}
        {name}
      </button>
    </th>
  );
}
