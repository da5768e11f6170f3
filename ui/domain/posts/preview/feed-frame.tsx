import type { ReactNode } from 'react';
import { FoldedText } from '@/domain/posts/preview/folded-text.tsx';
import type { FrameProps } from '@/domain/posts/preview/frame-props.ts';
import { PreviewMedia } from '@/domain/posts/preview/media.tsx';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { PostActions } from '@/domain/posts/preview/post-actions.tsx';
import { cn } from '@/lib/class-names.ts';
import { cardPlan } from '../../../../shared/posts/link-card.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';

/** A post in a feed, or a thread's posts below each other; the pictures belong to the first. */
export function FeedFrame({ outgoing, slides, media, account, handle, card }: FrameProps) {
  const { platform, body, parts, document } = outgoing;
  const pictures =
    slides.length > 0 ? <PreviewMedia {...{ platform, slides, media, document }} caption={body} /> : null;
  // As when it is sent, the card belongs to the part with the link.
  const withCard = Math.max(
    0,
    parts.findIndex((part) => cardPlan(null, part).kind !== 'none'),
  );
  const post = (text: string, place: number) => (
    <FeedPost
      {...{ platform, text, account, handle }}
      attached={pictures ? place === 0 && pictures : place === withCard && card}
      isContinued={place < parts.length - 1}
    />
  );
  return (
    <article className="mx-auto w-full max-w-sm overflow-hidden rounded-lg border bg-card text-card-foreground">
      {parts.length === 1 ? (
        post(body, 0)
      ) : (
        <ol>
          {parts.map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: posts of a thread have nothing else that tells them apart.
            <li key={place} aria-label={previewMessages.part(place + 1, parts.length)}>
              {post(text, place)}
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

type FeedPostProps = {
  platform: Platform;
  text: string;
  account: string;
  handle: string | null;
  /** Pictures, or a link's card. */
  attached: ReactNode;
  /** Another post of the thread follows. */
  isContinued: boolean;
};

/** The author, the text and its attachment (first, on some platforms), and the buttons that readers have. */
function FeedPost({ platform, text, account, handle, attached, isContinued }: FeedPostProps) {
  const { layout, isBeside } = platformOf(platform).look;
  if (isBeside) {
    return (
      <div className="flex gap-2.5 px-3.5 pt-3">
        <div className="flex flex-col items-center gap-1">
          <Avatar name={account} className="size-10" />
          {isContinued ? <span className="w-0.5 flex-1 rounded-full bg-border" /> : null}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-1 pb-3">
          <p className="flex min-w-0 items-baseline gap-1 text-sm leading-tight">
            <bdi className="truncate font-semibold">{account}</bdi>
            <span className="truncate text-muted-foreground">
              {handle ? <bdi>{`@${handle.replace(/^@/, '')} `}</bdi> : null}· {previewMessages.now}
            </span>
          </p>
          <FoldedText platform={platform} text={text} className="text-sm leading-normal" />
          {attached ? <div className="-mx-3.5 mt-1.5 -mb-2">{attached}</div> : null}
          <PostActions platform={platform} className="mt-1.5" />
        </div>
      </div>
    );
  }
  const isPictureFirst = layout === 'pictures';
  return (
    <div className={cn(isContinued && 'border-b')}>
      <header className="flex items-center gap-2.5 px-3.5 py-3">
        <Avatar name={account} className="size-9" />
        <p className="flex min-w-0 flex-col text-sm leading-tight">
          <bdi className="truncate font-semibold">{account}</bdi>
          <span className="truncate text-xs text-muted-foreground">
            {handle && platformOf(platform).look.names === 'server' ? (
              <bdi>{`@${handle.replace(/^@/, '')} · `}</bdi>
            ) : null}
            {previewMessages.now}
          </span>
        </p>
      </header>
      {isPictureFirst ? (
        <>
          {attached}
          <PostActions platform={platform} className="px-3.5 pt-2.5" />
        </>
      ) : null}
      <FoldedText
        platform={platform}
        text={text}
        before={
          isPictureFirst ? (
            <>
              <bdi className="font-semibold">{account}</bdi>{' '}
            </>
          ) : null
        }
        className={cn('px-3.5 text-sm leading-normal', isPictureFirst ? 'py-3' : 'pb-3')}
      />
      {isPictureFirst ? null : (
        <>
          {attached}
          <PostActions platform={platform} className="border-t px-3.5 py-2.5" />
        </>
      )}
    </div>
  );
}

/** The first letter of a name in a circle. */
export function Avatar({ name, className }: { name: string; className: string }) {
  const [letter] = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name);
  return (
    <span
      aria-hidden="true"
      className={cn(
        'flex shrink-0 items-center justify-center rounded-full border bg-muted text-sm font-semibold text-muted-foreground uppercase',
        className,
      )}
    >
      {letter?.segment}
    </span>
  );
}
