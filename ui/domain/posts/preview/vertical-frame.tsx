import { ImageOff } from 'lucide-react';
import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import { Avatar } from '@/domain/posts/preview/feed-frame.tsx';
import { FoldedText } from '@/domain/posts/preview/folded-text.tsx';
import type { FrameProps } from '@/domain/posts/preview/frame-props.ts';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { PostActions } from '@/domain/posts/preview/post-actions.tsx';

/** How many hashtags are shown after a title, which contains none. */
const TITLE_HASHTAGS = 3;
const MARK = 'font-medium text-white';

/** A full-screen post, 9:16, with its text over the picture. If it has a title, the description is below the frame. */
export function VerticalFrame({ outgoing, slides, account, handle }: FrameProps) {
  const { platform, title, body, hashtags } = outgoing;
  const [slide] = slides;
  const heading = title === null ? body : [title, ...hashtags.slice(0, TITLE_HASHTAGS)].join(' ');
  return (
    <div className="mx-auto flex w-full max-w-72 flex-col gap-4">
      <article className="relative aspect-9/16 overflow-hidden rounded-xl border bg-black text-white">
        <div
          aria-hidden="true"
          className="absolute inset-0 flex items-center justify-center text-white/70 [&_img]:object-contain [&_video]:object-contain"
        >
          {slide ? <SlideThumbnail slide={slide} /> : <ImageOff className="size-6" strokeWidth={1.6} />}
        </div>
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col gap-2 overflow-y-auto bg-linear-to-t from-black/90 via-black/70 to-transparent pt-12 pr-14 pb-4 pl-3.5">
          <p className="flex items-center gap-2 text-sm font-semibold">
            <Avatar name={account} className="size-7 border-white/30 bg-white/15 text-white" />
            <bdi className="truncate">{handle ? `@${handle.replace(/^@/, '')}` : account}</bdi>
          </p>
          <FoldedText
            platform={platform}
            text={heading}
            markClass={MARK}
            className="text-[0.8125rem] leading-snug text-white/90"
          />
        </div>
        <PostActions platform={platform} isUpright className="absolute right-3.5 bottom-6" />
      </article>
      {title !== null && body !== '' ? (
        <section className="flex flex-col gap-1 text-[0.8125rem]">
          <h3 className="font-medium">{previewMessages.description}</h3>
          <FoldedText platform={platform} text={body} className="text-muted-foreground" />
        </section>
      ) : null}
    </div>
  );
}
