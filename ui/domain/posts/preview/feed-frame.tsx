import { FoldedText } from '@/domain/posts/preview/folded-text.tsx';
import type { FrameProps } from '@/domain/posts/preview/frame-props.ts';
import { PreviewMedia } from '@/domain/posts/preview/media.tsx';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';

/** A post in a feed: who posts, then its text and its pictures; or its pictures first. */
export function FeedFrame({ outgoing, slides, media, account, card }: FrameProps) {
  const { platform, body, document } = outgoing;
  const isPictureFirst = platformOf(platform).look.layout === 'pictures';
  const pictures =
    slides.length > 0 ? <PreviewMedia {...{ platform, slides, media, document }} caption={body} /> : null;
  return (
    <article className="mx-auto w-full max-w-sm overflow-hidden rounded-lg border bg-card text-card-foreground">
      <header className="flex items-center gap-2.5 px-3.5 py-3">
        <Avatar name={account} className="size-9" />
        <p className="flex min-w-0 flex-col text-sm leading-tight">
          <bdi className="truncate font-semibold">{account}</bdi>
          <span className="text-xs text-muted-foreground">{previewMessages.now}</span>
        </p>
      </header>
      {isPictureFirst ? pictures : null}
      <FoldedText
        platform={platform}
        text={body}
        before={
          isPictureFirst ? (
            <>
              <bdi className="font-semibold">{account}</bdi>{' '}
            </>
          ) : null
        }
        className={cn('px-3.5 text-sm leading-normal', isPictureFirst ? 'py-3' : 'pb-3')}
      />
      {isPictureFirst ? null : (pictures ?? card)}
    </article>
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
