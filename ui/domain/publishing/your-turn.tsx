import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ExternalLink, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/button.tsx';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { textFor } from '../../../shared/posts/platform-limits.ts';
import { asOnePost } from '../../../shared/posts/thread-parts.ts';
import type { ComposerState } from '../../../shared/publishing/publishing-api.ts';
import type { MediaItem, PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type Content = DeliveredPost['generated_content'];

/** A post that a person publishes: its caption to copy, its media to download, and the platform's own composer. */
export function YourTurn({ delivery, content }: { delivery: PostDeliveriesRow; content: Content }) {
  const { platform } = delivery;
  const { caption, comment } = wordsOf(delivery, content);
  return (
    <section
      aria-label={words.title(platform)}
      className="flex flex-col gap-3.5 rounded-md border border-warning/30 bg-warning/6 p-4"
    >
      <div>
        <p className="text-sm font-medium">{words.title(platform)}</p>
        <p className="mt-0.5 text-[0.8125rem] leading-snug text-muted-foreground text-pretty">{words.steps}</p>
      </div>
      {caption ? (
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
      <Composer id={delivery.id} caption={caption} />
      {comment ? <FirstComment comment={comment} /> : null}
      <Downloads media={content.media} />
    </section>
  );
}

/** What goes out: as it was sent where that has begun, else as the post is now. */
function wordsOf({ platform, account_id, outgoing }: PostDeliveriesRow, content: Content) {
  if (!outgoing)
    return {
      caption: asOnePost(textFor({ platform, accountId: account_id }, content)).trim(),
      comment: content.first_comment.trim(),
    };
  const count = outgoing.parts.length - (outgoing.hasFirstComment ? 1 : 0);
  return { caption: outgoing.parts.slice(0, count).join('\n\n'), comment: outgoing.parts[count] ?? '' };
}

/** What is to be said below the post once it stands, to be copied. */
function FirstComment({ comment }: { comment: string }) {
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
      <Button variant="outline" size="sm" onClick={() => void copy(comment, words.commentCopied)}>
        <Copy aria-hidden="true" />
        {words.copyComment}
      </Button>
    </section>
  );
}

/** `isBlocked`: the browser opened no tab. */
type Opened = ComposerState & { isBlocked?: boolean; isCopied?: boolean };

/** "Open composer" and "Copy caption", and what came of it. */
function Composer({ id, caption }: { id: string; caption: string }) {
  const agent = useAgent();
  const [isOpening, setOpening] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);

  async function open() {
    setOpening(true);
    setOpened(null);
    // Before anything is awaited: browsers allow it only right after a press.
    const copying = navigator.clipboard.writeText(caption).then(
      () => true,
      () => false,
    );
    try {
      const { openComposer } = await import('@/domain/publishing/calls.ts');
      const state = await openComposer(agent, id);
      const isCopied = (await copying) && caption !== '';
      setOpened({ ...state, isCopied, isBlocked: state.state === 'address' && !openTab(state.address) });
    } catch (error) {
      setOpened({ state: 'failed', error: failureReason(error) });
    } finally {
      setOpening(false);
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-disabled={isOpening} onClick={() => isOpening || void open()}>
          {isOpening ? (
            <LoaderCircle className="animate-spin" aria-hidden="true" />
          ) : (
            <ExternalLink aria-hidden="true" />
          )}
          {isOpening ? words.opening : words.open}
        </Button>
        {caption ? (
          <Button variant="outline" size="sm" onClick={() => void copy(caption, words.copied)}>
            <Copy aria-hidden="true" />
            {words.copy}
          </Button>
        ) : null}
      </div>
      <div role="status" className="flex flex-col gap-1.5 text-[0.8125rem] empty:hidden">
        {opened ? <ComposerNote opened={opened} /> : null}
      </div>
    </>
  );
}

function ComposerNote({ opened }: { opened: Opened }) {
  switch (opened.state) {
    case 'none':
      return null;
    case 'failed':
      return <p className="font-medium text-destructive">{words.failed(opened.error)}</p>;
    case 'window':
      return (
        <>
          <p>
            {words.inWindow} {opened.isCopied ? words.onClipboard : null}
          </p>
          <Files paths={opened.files} />
        </>
      );
    case 'address':
      return (
        <>
          <p>
            {opened.isBlocked ? words.blocked : words.inTab} {opened.isCopied ? words.onClipboard : null}{' '}
            {isWebAddress(opened.address) ? (
              <a
                href={opened.address}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-primary underline underline-offset-3"
              >
                {words.openAddress}
              </a>
            ) : null}
          </p>
          <Files paths={opened.files} />
        </>
      );
  }
}

/** Where the media lie on the agent's computer, to be chosen in the composer. */
function Files({ paths }: { paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <div>
      <p>{words.files}</p>
      <ul>
        {paths.map((path) => (
          <li key={path} className="font-mono text-xs [overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Downloads({ media }: { media: readonly MediaItem[] }) {
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

async function copy(text: string, copied: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error(words.copyFailed);
  }
}

const isWebAddress = (address: string) => /^https?:\/\//i.test(address);

/** Opens an address of the web in a tab that knows nothing of this one. False where the browser did not. */
function openTab(address: string): boolean {
  if (!isWebAddress(address)) return false;
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}
