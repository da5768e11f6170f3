import { memo, useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { PostMedia } from '@/domain/media/post-media.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useSettings, useTimeZone } from '@/domain/workspace/settings.ts';
import { schedulerMessages, writtenBy } from '@/features/scheduler/messages.ts';
import { Caption } from '@/features/scheduler/posts/caption.tsx';
import { ContentActions } from '@/features/scheduler/posts/content-actions.tsx';
import { ReasonList } from '@/features/scheduler/posts/reason-list.tsx';
import { StatusBadge } from '@/features/scheduler/posts/status-badge.tsx';
import type { Content } from '@/features/scheduler/queries.ts';
import { ContentBox } from '@/features/scheduler/selection/select-box.tsx';
import { useOverdue } from '@/features/scheduler/use-overdue.ts';
import { formatDateTime } from '@/lib/time.ts';
import { deletionTime } from '../../../../shared/posts/content-retention.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import { readReasons } from '../../../../shared/posts/post-reasons.ts';
import { whyThisPost } from '../../../../shared/posts/reason-words.ts';
import type { SourceNote } from '../../../../shared/workspace/database.ts';

/** One generated post (§2): its picture, details, caption, hashtags, times, and actions. */
export const ContentItem = memo(function ContentItem({ content }: { content: Content }) {
  const timeZone = useTimeZone();
  const slides = slidesOf(content);
  const [next, ...later] = content.scheduled_posts
    .filter(({ status }) => status === 'scheduled')
    .sort((a, b) => Date.parse(a.scheduled_time) - Date.parse(b.scheduled_time));
  const isOverdue = useOverdue(next ?? NOT_SCHEDULED);
  return (
    <li data-item="" className="[content-visibility:auto] [contain-intrinsic-size:auto_44rem]">
      <article className="flex h-full min-w-0 flex-col overflow-hidden rounded-lg border bg-card">
        {slides.length > 0 ? <PostMedia slides={slides} caption={content.caption} /> : null}
        <div className="flex flex-1 flex-col gap-3.5 p-4">
          <div className="flex flex-wrap gap-1.5">
            <ContentBox content={content} />
            <Badge variant="outline">{content.content_type}</Badge>
            <StatusBadge status={content.status} isOverdue={isOverdue} />
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
              {next ? (
                <p className="mb-1 font-medium text-foreground tabular-nums">
                  {isOverdue ? words.wasDue : words.goesOut}
                  <time dateTime={next.scheduled_time}>{formatDateTime(next.scheduled_time, timeZone)}</time>
                  {later.length > 0 ? words.moreTimes(later.length) : null}
                </p>
              ) : null}
              <p className="break-words">
                {words.created}
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

const words = schedulerMessages.content;

/** A placeholder for a post without a timeline entry. */
const NOT_SCHEDULED = { status: 'cancelled', scheduled_time: '' } as const;

/** When an unsaved draft will be deleted automatically (§9); nothing for saved content, or while auto-delete is off. */
function DeletionNote({ content }: { content: Content }) {
  const settings = useSettings();
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  const time = deletionTime(content);
  if (!settings?.auto_delete_enabled || !time) return null;
  return (
    <p className="mt-1 font-medium text-balance text-warning">
      {time.getTime() <= now ? (
        words.deletedSoon
      ) : (
        <>
          {words.deletedOn}
          <time dateTime={time.toISOString()} className="tabular-nums">
            {formatDateTime(time, timeZone)}
          </time>
        </>
      )}
    </p>
  );
}

/** The post's source passages, for an editor to check. Nothing if it has none. */
function SourceNotes({ notes }: { notes: SourceNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">
        {words.sources(notes.length)}
      </summary>
      <ul className="mt-2.5 flex flex-col gap-3">
        {notes.map((note) => (
          <li key={`${note.url} ${note.passage}`} className="border-l-2 pl-3 [overflow-wrap:anywhere]">
            <p dir="auto" className="text-[0.8125rem] text-muted-foreground">
              {note.passage}
            </p>
            <SourceLink note={note} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Only http addresses become links: the text comes from untrusted pages. */
function SourceLink({ note }: { note: SourceNote }) {
  const title = note.title || note.url;
  if (!/^https?:\/\//i.test(note.url)) return <span className="text-xs">{title}</span>;
  return (
    <a
      href={note.url}
      target="_blank"
      rel="noreferrer"
      dir="auto"
      className="text-xs font-medium underline underline-offset-3 hover:text-primary"
    >
      {title}
    </a>
  );
}

/**
 * What triggered the post, why it has this project, template and time, who wrote it, and its cost. Nothing for a post
 * without reasons.
 */
function WhyThisPost({ content }: { content: Content }) {
  const reasons = readReasons(content.reasons);
  if (!reasons) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-xs text-muted-foreground hover:text-foreground">{words.why}</summary>
      <ReasonList reasons={whyThisPost(reasons, content)} className="mt-2.5" />
    </details>
  );
}
