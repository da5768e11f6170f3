import { SlideThumbnail } from '@/domain/media/slide-view.tsx';
import type { Slide } from '@/domain/media/slides.ts';

/** The first picture or video of a post, if there is one. */
export function Thumbnail({ slide }: { slide: Slide | undefined }) {
  if (!slide) return null;
  return (
    <div
      aria-hidden="true"
      className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-muted text-muted-foreground"
    >
      <SlideThumbnail slide={slide} />
    </div>
  );
}
