import { FileText, Repeat } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { repeatMessages } from '@/domain/posts/repeat/messages.ts';
import type { Destination } from '@/domain/publishing/accounts.ts';
import { DeliveryLines } from '@/domain/publishing/delivery-lines.tsx';
import { DestinationLines } from '@/domain/publishing/destination-list.tsx';
import { ProblemList } from '@/domain/publishing/problem-list.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { STATUS_DOTS, StatusBadge } from '@/features/scheduler/posts/status-badge.tsx';
import { useOpenedContent } from '@/features/scheduler/posts/use-opened-content.ts';
import { type ScheduledPost, seriesOf } from '@/features/scheduler/queries.ts';
import { PostBox } from '@/features/scheduler/selection/select-box.tsx';
import { PostMenu } from '@/features/scheduler/timeline/post-menu.tsx';
import { useOverdue } from '@/features/scheduler/use-overdue.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';

const { scheduledFor, edit, editWhat } = schedulerMessages.timeline;

type TimelineEntryProps = {
  post: ScheduledPost;
  /** The destinations, where shown. */
  destinations?: readonly Destination[] | undefined;
};

/** A timeline entry (§2): status, time in the configured zone, the beginning of the post, and actions. */
export const TimelineEntry = memo(function TimelineEntry({ post, destinations }: TimelineEntryProps) {
  const timeZone = useTimeZone();
  const { edit: editPost } = useOpenedContent();
  const isOverdue = useOverdue(post);
  const time = formatDateTime(post.scheduled_time, timeZone);
  return (
    <li
      data-item=""
      data-post={post.id}
      className="relative flex gap-3.5 pb-5 pl-5 [content-visibility:auto] [contain-intrinsic-size:auto_6.5rem] last:pb-0"
    >
      <span aria-hidden="true" className="absolute top-1.5 bottom-0 left-0 w-px translate-x-[3.5px] bg-border" />
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-1.5 left-0 size-2 rounded-full',
          isOverdue ? 'bg-warning' : STATUS_DOTS[post.status],
        )}
      />
      <Thumbnail post={post} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <div className="flex w-full items-start justify-between">
          <span className="flex flex-wrap items-center gap-1.5">
            <PostBox post={post} />
            <StatusBadge status={post.status} isOverdue={isOverdue} />
            {seriesOf(post) ? <RepeatsBadge /> : null}
          </span>
          <span className="flex items-center gap-1">
            <Button
              variant="ghost"
              size="sm"
              className="-my-1.5 max-sm:h-11 max-sm:-my-3"
              onClick={() => editPost(post.content_id)}
            >
              {edit}
              <span className="sr-only">{editWhat(time)}</span>
            </Button>
            <PostMenu post={post} />
          </span>
        </div>
        <p className="text-[0.8125rem] leading-snug font-medium tabular-nums">
          {scheduledFor}
          <time dateTime={post.scheduled_time}>{time}</time>
        </p>
        <p
          dir="auto"
          className="line-clamp-2 w-full text-[0.8125rem] leading-snug text-muted-foreground [overflow-wrap:anywhere]"
        >
          {post.generated_content.caption}
        </p>
        {destinations ? <DestinationLines destinations={destinations} /> : null}
        {post.status === 'scheduled' ? (
          <ProblemList postId={post.id} problems={post.problems} />
        ) : (
          <DeliveryLines deliveries={post.post_deliveries} />
        )}
      </div>
    </li>
  );
});

function Thumbnail({ post: { generated_content: content } }: { post: ScheduledPost }) {
  const [slide] = slidesOf(content);
  return (
    <div
      aria-hidden="true"
      className="flex h-18 w-14.5 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted text-muted-foreground"
    >
      {slide ? <SlideThumbnail slide={slide} /> : <FileText className="size-5" strokeWidth={1.6} aria-hidden="true" />}
    </div>
  );
}

/** Says that a post is one of several that repeat. */
function RepeatsBadge() {
  return (
    <Badge variant="outline">
      <Repeat aria-hidden="true" />
      {repeatMessages.repeats}
    </Badge>
  );
}
