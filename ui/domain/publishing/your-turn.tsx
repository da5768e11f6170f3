import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { ComposerButton, copyText } from '@/domain/publishing/composer.tsx';
import { ComposerNotes } from '@/domain/publishing/composer-notes.tsx';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { ThreadText } from '@/domain/publishing/thread-text.tsx';
import { useComposer } from '@/domain/publishing/use-composer.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { asSentOn, type LinkTags } from '../../../shared/posts/link-tags.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { partsByHand } from '../../../shared/publishing/post-parts.ts';
import type { MediaItem, PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type Content = DeliveredPost['generated_content'];

/** A post that the user publishes: its caption to copy, its media to download, and the platform's own composer. */
export function YourTurn({ delivery, content }: { delivery: PostDeliveriesRow; content: Content }) {
  const { platform } = delivery;
  const { parts, comment } = wordsOf(delivery, content, useSettings()?.link_tags);
  const [caption = ''] = parts;
  const [copied, setCopied] = useState(0);
  return (
    <section
      aria-label={words.title(platform)}
      className="flex flex-col gap-3.5 rounded-md border border-warning/30 bg-warning/6 p-4"
    >
      <div>
        <p className="text-sm font-medium">{words.title(platform)}</p>
        <p className="mt-0.5 text-[0.8125rem] leading-snug text-muted-foreground text-pretty">{words.steps}</p>
      </div>
      {parts.length > 1 ? (
        <ThreadText parts={parts} where={platformLabel(platform)} copied={copied} onCopied={setCopied} />
      ) : caption ? (
        <section
          aria-label={words.caption}
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable for the arrow keys.
          tabIndex={0}
          className="max-h-40 overflow-y-auto rounded-md border bg-card px-3 py-2 text-[0.8125rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {caption}
        </section>
      ) : (
        <p className="text-[0.8125rem] text-muted-foreground">{words.noCaption}</p>
      )}
      <Composer delivery={delivery} parts={parts} onCopied={setCopied} />
      {comment ? <FirstComment comment={comment} /> : null}
      <Downloads media={content.media} />
    </section>
  );
}

/** The outgoing text, several parts for a thread: as sent, if sending has begun, or else as the post is now. */
export function wordsOf(
  { platform, account_id, outgoing }: PostDeliveriesRow,
  content: Content,
  linkTags: Partial<LinkTags> | undefined,
) {
  if (!outgoing) {
    const sent = asSentOn(platform, { ...content, link_card: null }, linkTags);
    return {
      parts: partsByHand({ platform, accountId: account_id }, sent),
      comment: sent.first_comment.trim(),
    };
  }
  const count = outgoing.parts.length - (outgoing.hasFirstComment ? 1 : 0);
  return { parts: outgoing.parts.slice(0, count), comment: outgoing.parts[count] ?? '' };
}

/** The first comment, to be copied and posted below the live post. */
export function FirstComment({ comment }: { comment: string }) {
  return (
    <section aria-label={words.comment} className="flex flex-col items-start gap-2">
      <p className="text-[0.8125rem] font-medium">{words.comment}</p>
      <p className="text-[0.8125rem] leading-snug text-muted-foreground text-pretty">{words.commentStep}</p>
      <p
        dir="auto"
        className="w-full rounded-md border bg-card px-3 py-2 text-[0.8125rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {comment}
      </p>
      <Button variant="outline" size="sm" onClick={() => void copyText(comment, words.commentCopied)}>
        <Copy aria-hidden="true" />
        {words.copyComment}
      </Button>
    </section>
  );
}

type ComposerProps = { delivery: PostDeliveriesRow; parts: readonly string[]; onCopied: (count: number) => void };

/** "Open composer" and "Copy caption", with their results. */
function Composer({ delivery, parts, onCopied }: ComposerProps) {
  const composer = useComposer(delivery, parts, onCopied);
  const [caption = ''] = parts;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ComposerButton composer={composer} />
        {caption && parts.length === 1 ? (
          <Button variant="outline" size="sm" onClick={() => void copyText(caption, words.copied)}>
            <Copy aria-hidden="true" />
            {words.copy}
          </Button>
        ) : null}
      </div>
      <ComposerNotes composer={composer} />
    </>
  );
}

/** The media, each as a download. Renders nothing if there are none. */
export function Downloads({ media }: { media: readonly MediaItem[] }) {
  if (media.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {media.map((item, index) => (
        <li key={item.path || item.url}>
          <DownloadLink item={item} index={index} />
        </li>
      ))}
    </ul>
  );
}

function DownloadLink({ item: { path, url, kind }, index }: { item: MediaItem; index: number }) {
  const signed = useQuery({ ...mediaUrlQuery(useSupabase(), path), enabled: path !== '' });
  const source = path ? signed.data : url;
  const name = (path || url).split('/').at(-1) ?? '';
  if (path && signed.isPending) return null;
  if (!source) return <span className="text-[0.8125rem] text-muted-foreground">{words.unavailable}</span>;
  return (
    <Button asChild variant="outline" size="sm">
      <a href={path ? `${source}&download=${encodeURIComponent(name)}` : source} download={name}>
        <Download aria-hidden="true" />
        {words.download(index + 1, kind)}
      </a>
    </Button>
  );
}
