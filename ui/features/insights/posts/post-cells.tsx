import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Sparkline } from '@/components/charts/sparkline.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { deliveryMessages } from '@/domain/publishing/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { COLUMNS, columnOf } from '@/features/insights/posts/columns.ts';
import { cn } from '@/lib/class-names.ts';
import { paths } from '@/lib/paths.ts';
import { formatter } from '@/lib/time.ts';
import type { InsightPost, InsightSort } from '../../../../shared/insights/insights.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { postTitle } from '../../../../shared/posts/post-title.ts';

const words = insightsMessages.posts;

/** A row: the post, which opens beside the Scheduler's list, and its metrics. In a narrow window, only one metric. */
export const PostCells = memo(function PostCells({ post, sort }: { post: InsightPost; sort: InsightSort }) {
  const timeZone = useTimeZone();
  const { platform, account, byHand, isRemoved, caption, figures, postId, publishedAt, series } = post;
  const day = formatter(timeZone, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const when = (time: string) => day.format(Date.parse(time));
  const shown = columnOf(sort);
  return (
    <tr className="relative border-t transition-colors hover:bg-accent/45 max-lg:flex max-lg:items-start max-lg:gap-3 max-lg:px-5 max-lg:py-3">
      <th scope="row" className="min-w-0 py-2.5 pr-3 pl-6 text-left font-normal max-lg:flex-1 max-lg:p-0">
        <Link
          to={paths.postPanel(postId)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          <bdi>{postTitle(caption) || words.untitled}</bdi>
        </Link>
        <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-muted-foreground tabular-nums">
          <PlatformMark platform={platform} className="size-3.5" />
          <span className="truncate">
            <bdi>{account ?? platformLabel(platform)}</bdi>
            {byHand ? ` · ${words.byHand}` : null}
            {isRemoved ? ` · ${words.removed}` : null}
            <span className="xl:hidden"> · {when(publishedAt)}</span>
          </span>
        </span>
        <span className="mt-0.5 block truncate text-[0.8125rem] text-muted-foreground tabular-nums lg:hidden">
          {deliveryMessages.figures(figures) || words.unknown}
        </span>
      </th>
      {COLUMNS.map((column) => (
        <td
          key={column.sort}
          className={cn(
            'px-2 py-2.5 text-right tabular-nums max-lg:p-0',
            column.className,
            column.sort === 'publishedAt' && 'text-muted-foreground',
            column === shown && column.sort !== 'publishedAt'
              ? 'max-lg:w-auto max-lg:pr-0 max-lg:font-medium'
              : 'max-lg:hidden',
          )}
        >
          {column.text(post, when) ?? <Unknown />}
        </td>
      ))}
      <td className="py-2.5 pr-6 pl-3 text-right max-[85rem]:hidden">
        <div className="flex justify-end">
          <Sparkline values={growthOf(series)} />
        </div>
      </td>
    </tr>
  );
});

/** The engagement, if there was any; else the views. */
function growthOf(series: InsightPost['series']): (number | null)[] {
  const engagement = series.map((point) => point.engagement);
  return engagement.some(Boolean) ? engagement : series.map(({ impressions }) => impressions);
}

function Unknown() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words.unknown}</span>
    </span>
  );
}
