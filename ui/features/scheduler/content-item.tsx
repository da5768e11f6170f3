import { memo } from 'react';
import { Badge } from '@/components/badge.tsx';
import { PlatformMark } from '@/components/platform-mark.tsx';
import { Caption } from '@/features/scheduler/caption.tsx';
import { ContentActions } from '@/features/scheduler/content-actions.tsx';
import { DeletionNote } from '@/features/scheduler/deletion-note.tsx';
import { slidesOf } from '@/features/scheduler/media.ts';
import { schedulerMessages, writtenBy } from '@/features/scheduler/messages.ts';
import { PostMedia } from '@/features/scheduler/post-media.tsx';
import type { Content } from '@/features/scheduler/queries.ts';
import { SourceNotes } from '@/features/scheduler/source-notes.tsx';
import { StatusBadge } from '@/features/scheduler/status-badge.tsx';
import { WhyThisPost } from '@/features/scheduler/why-this-post.tsx';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import { platformLabel } from '../../../shared/platforms.ts';

/** One generated post (§2): picture first, then what it is, its caption as it will read, its hashtags, when it was made, and what can be done. */
export const ContentItem = memo(function ContentItem({ content }: { content: Content }) {
  const timeZone = useTimeZone();
  const slides = slidesOf(content);
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_44rem]">
      <article className="flex h-full min-w-0 flex-col overflow-hidden rounded-lg border bg-card">
        {slides.length > 0 ? <PostMedia slides={slides} caption={content.caption} /> : null}
        <div className="flex flex-1 flex-col gap-3.5 p-4">
          <div className="flex flex-wrap gap-1.5">
            <Badge variant="outline">{content.content_type}</Badge>
            <StatusBadge status={content.status} />
            {content.platforms.map((platform) => (
              <Badge key={platform} variant="outline">
                <PlatformMark platform={platform} />
                {platformLabel(platform)}
              </Badge>
            ))}
          </div>
          <Caption text={content.caption} large={slides.length === 0} />
          {content.hashtags.length > 0 ? (
            <p dir="auto" className="text-sm text-primary [overflow-wrap:anywhere]">
              {content.hashtags.join(' ')}
            </p>
          ) : null}
          <SourceNotes notes={content.sources} />
          <WhyThisPost content={content} />
          <footer className="mt-auto flex flex-col gap-3 pt-1">
            <div className="text-xs text-muted-foreground">
              <p className="break-words">
                {schedulerMessages.content.created}
                <time dateTime={content.created_at} className="tabular-nums">
                  {formatDateTime(content.created_at, timeZone)}
                </time>
                <span className="block">{writtenBy(content.writer, content.template_name)}</span>
              </p>
              <DeletionNote content={content} />
            </div>
            <ContentActions content={content} />
          </footer>
        </div>
      </article>
    </li>
  );
});
