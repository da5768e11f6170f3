import { FileText, Repeat } from 'lucide-react';
import { memo, useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { DeliveryLines } from '@/domain/publishing/delivery-lines.tsx';
import { HeldLines } from '@/domain/publishing/held-lines.tsx';
import { ProblemList } from '@/domain/publishing/problem-list.tsx';
import { repeatMessages } from '@/domain/repeat/messages.ts';
import { useSettings, useTimeZone } from '@/domain/workspace/settings.ts';
import { CopyButton } from '@/features/scheduler/actions/copy-button.tsx';
import { useOpening } from '@/features/scheduler/actions/post-dialogs.tsx';
import { PostMenu, titleOf } from '@/features/scheduler/actions/post-menu.tsx';
import { StatusBadge } from '@/features/scheduler/list/status-badge.tsx';
import { useOverdue } from '@/features/scheduler/list/use-overdue.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { OffTimeMark } from '@/features/scheduler/off-times/off-times.tsx';
import { type Content, type Post, seriesOf } from '@/features/scheduler/queries.ts';
import { SelectBox } from '@/features/scheduler/selection/select-box.tsx';
import { TITLE_ID } from '@/features/scheduler/title-id.ts';
import { nowMs } from '@/lib/clock.ts';
import { formatDateTime } from '@/lib/time.ts';
import { useFocusPassedTo } from '@/lib/use-focus-passed-to.ts';
import { deletionTime } from '../../../../shared/posts/content-retention.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const { post: words } = schedulerMessages;

/** A post in the list (§2): picture, details, beginning of the text, times; a press anywhere opens it beside the list. */
export const PostRow = memo(function PostRow({ post }: { post: Post }) {
  const { content, place } = post;
  const { open } = useOpening();
  useFocusPassedTo(TITLE_ID);
  return (
    <li
      data-item=""
      data-post={post.id}
      className="border-t [content-visibility:auto] [contain-intrinsic-size:auto_9rem] first:border-t-0"
    >
      <article className="relative flex gap-3.5 px-4 py-4 transition-colors duration-150 hover:bg-accent/45 sm:gap-4 sm:px-6">
        <button
          type="button"
          aria-label={words.open(titleOf(post))}
          className="absolute inset-0 focus-visible:-outline-offset-2"
          onClick={() => open(post.id)}
        />
        <SelectBox post={post} />
        <Thumbnail content={content} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="flex items-start justify-between gap-2">
            <PostBadges post={post} />
            <div className="relative -my-1 flex shrink-0 items-center gap-1">
              <CopyButton content={content} />
              <PostMenu post={post} />
            </div>
          </div>
          <p
            dir="auto"
            className="line-clamp-3 text-[0.9375rem] leading-snug whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {content.caption}
          </p>
          {content.hashtags.length > 0 ? (
            <p dir="auto" className="truncate text-[0.8125rem] text-primary">
              {content.hashtags.join(' ')}
            </p>
          ) : null}
          <PostTimes post={post} />
          <div className="relative empty:hidden">
            {place?.status === 'scheduled' ? (
              <>
                <ProblemList postId={place.id} problems={place.problems} />
                <HeldLines postId={place.id} deliveries={place.post_deliveries} />
              </>
            ) : place ? (
              <DeliveryLines deliveries={place.post_deliveries} />
            ) : null}
          </div>
        </div>
      </article>
    </li>
  );
});

/** Badges for a post's status, kind, platforms and labels. */
export function PostBadges({ post: { content, place } }: { post: Post }) {
  const isOverdue = useOverdue(place ?? NOT_SCHEDULED);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <StatusBadge status={place?.status ?? content.status} isOverdue={isOverdue} />
      {seriesOf(content) ? (
        <Badge variant="outline">
          <Repeat aria-hidden="true" />
          {repeatMessages.repeats}
        </Badge>
      ) : null}
      <Badge variant="outline">{content.content_type}</Badge>
      {content.platforms.map((platform) => (
        <Badge key={platform} variant="outline">
          <PlatformMark platform={platform} />
          <span className="max-sm:sr-only">{platformLabel(platform)}</span>
        </Badge>
      ))}
      {content.labels?.map((label) => (
        <Badge key={label} variant="secondary">
          <bdi>{label}</bdi>
        </Badge>
      ))}
    </div>
  );
}

/** When a post goes out, and when it was made (§2), in the configured zone. */
export function PostTimes({ post: { content, place } }: { post: Post }) {
  const timeZone = useTimeZone();
  const isOverdue = useOverdue(place ?? NOT_SCHEDULED);
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem] leading-snug text-muted-foreground tabular-nums">
      {place ? (
        <p className="font-medium text-foreground">
          {isOverdue ? words.wasDue : words.scheduledFor}
          <time dateTime={place.scheduled_time}>{formatDateTime(place.scheduled_time, timeZone)}</time>
        </p>
      ) : null}
      {place?.status === 'scheduled' ? <OffTimeMark postId={place.id} /> : null}
      <p>
        {words.created}
        <time dateTime={content.created_at}>{formatDateTime(content.created_at, timeZone)}</time>
      </p>
      <DeletionNote content={content} />
    </div>
  );
}

/** A placeholder for a post without a time. */
const NOT_SCHEDULED = { status: 'cancelled', scheduled_time: '' } as const;

function Thumbnail({ content }: { content: Content }) {
  const [slide] = slidesOf(content);
  return (
    <div
      aria-hidden="true"
      className="flex h-20 w-16 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted text-muted-foreground sm:h-24 sm:w-19"
    >
      {slide ? <SlideThumbnail slide={slide} /> : <FileText className="size-5" strokeWidth={1.6} aria-hidden="true" />}
    </div>
  );
}

/** When a draft that is not kept will be deleted automatically (§9); nothing for others, or while auto-delete is off. */
function DeletionNote({ content }: { content: Content }) {
  const settings = useSettings();
  const timeZone = useTimeZone();
  const [now] = useState(() => nowMs());
  const time = deletionTime(content);
  if (!settings?.auto_delete_enabled || !time) return null;
  if (time.getTime() <= now) return <p className="font-medium text-warning">{words.deletedSoon}</p>;
  return (
    <p className="font-medium text-warning">
      {words.deletedOn}
      <time dateTime={time.toISOString()}>{formatDateTime(time, timeZone)}</time>
    </p>
  );
}
