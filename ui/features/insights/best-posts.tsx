import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { figureText } from '@/domain/publishing/figure-words.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { insightsMessages } from '@/features/insights/messages.ts';
import { firstSlidesQuery } from '@/features/insights/queries.ts';
import { Thumbnail } from '@/features/insights/thumbnail.tsx';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { InsightBest } from '../../../shared/insights/insights.ts';
import { timesOf } from '../../../shared/insights/why.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';

const words = insightsMessages.best;

/** The posts that did best, each with the metrics that stood out. */
export function BestPosts({ posts }: { posts: InsightBest }) {
  const timeZone = useTimeZone();
  const ids = posts.map(({ contentId }) => contentId);
  const { data: slides } = useQuery(firstSlidesQuery(useSupabase(), ids));
  if (posts.length === 0) return <p className="px-5 pb-5 text-sm text-muted-foreground sm:px-6">{words.empty}</p>;
  return (
    <ol>
      {posts.map(({ deliveryId, contentId, postId, platform, account, publishedAt, caption, success, says, why }) => (
        <li
          key={deliveryId}
          className="relative flex gap-3.5 border-t px-5 py-3.5 transition-colors hover:bg-accent/45 sm:px-6"
        >
          <Thumbnail slide={slides?.get(contentId)} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex items-baseline justify-between gap-3">
              <Link
                to={paths.postPanel(postId)}
                className="min-w-0 truncate text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
              >
                <bdi>{postTitle(caption) || words.untitled}</bdi>
              </Link>
              {success === null ? null : (
                <span title={says} className="shrink-0 text-sm font-semibold tabular-nums">
                  {words.times(timesOf(success))}
                </span>
              )}
            </p>
            <p className="flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-muted-foreground tabular-nums">
              <PlatformMark platform={platform} className="size-3.5" />
              <span className="truncate">
                {words.where(account ?? platformLabel(platform), formatDateTime(publishedAt, timeZone))}
              </span>
            </p>
            <p className="text-[0.8125rem] text-pretty">{why.length > 0 ? why.map(reason).join(' · ') : says}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function reason({ figure, value, usual }: InsightBest[number]['why'][number]): string {
  return words.reason(figureText(figure, value), usual.toLocaleString('en', { maximumFractionDigits: 1 }));
}
