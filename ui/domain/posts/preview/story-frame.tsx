import { SlideView } from '@/domain/media/slide-view.tsx';
import { Avatar } from '@/domain/posts/preview/feed-frame.tsx';
import type { FrameProps } from '@/domain/posts/preview/frame-props.ts';
import { previewMessages } from '@/domain/posts/preview/messages.ts';

/** A full-screen story, 9:16: its picture or video, uncropped, and its author. */
export function StoryFrame({ slides: [slide], account, handle }: FrameProps) {
  return (
    <article className="relative mx-auto flex aspect-9/16 w-full max-w-72 flex-col overflow-hidden rounded-xl border bg-black text-white">
      <div className="absolute inset-0 [&_img]:bg-transparent [&_img]:object-contain">
        {slide ? <SlideView slide={slide} caption="" /> : null}
      </div>
      <header className="pointer-events-none relative flex flex-col gap-2.5 bg-linear-to-b from-black/70 to-transparent px-3 pt-2.5 pb-8">
        <span aria-hidden="true" className="h-0.5 rounded-full bg-white/40">
          <span className="block h-full w-1/3 rounded-full bg-white" />
        </span>
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <Avatar name={account} className="size-7 border-white/30 bg-white/15 text-white" />
          <bdi className="truncate font-semibold">{handle ? handle.replace(/^@/, '') : account}</bdi>
          <span className="text-white/80">{previewMessages.now}</span>
        </p>
      </header>
    </article>
  );
}
