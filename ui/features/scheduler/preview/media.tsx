import type { Slide } from '@/features/scheduler/media.ts';
import { PostMedia } from '@/features/scheduler/post-media.tsx';
import { frameRatio, GRID_CELLS } from '@/features/scheduler/preview/media-frame.ts';
import { previewMessages } from '@/features/scheduler/preview/messages.ts';
import { SlideView } from '@/features/scheduler/slide-view.tsx';
import { cn } from '@/lib/class-names.ts';
import type { MediaItem } from '../../../../shared/database.ts';
import type { Platform } from '../../../../shared/platforms.ts';

type PreviewMediaProps = {
  platform: Platform;
  slides: Slide[];
  media: readonly MediaItem[];
  /** Stands in for a missing alternative text. */
  caption: string;
};

/** A post's pictures as its feed crops and lays them out: Instagram's one after the other at 4:5, the others' side by side. */
export function PreviewMedia({ platform, slides, media, caption }: PreviewMediaProps) {
  if (platform === 'instagram') return <PostMedia slides={slides} caption={caption} />;
  const shown = slides.slice(0, GRID_CELLS);
  const isRounded = platform === 'twitter';
  return (
    <div
      style={{ aspectRatio: frameRatio(platform, media) }}
      className={cn(
        'grid gap-0.5 overflow-hidden bg-muted',
        shown.length > 1 && 'grid-cols-2',
        shown.length > 2 && 'grid-rows-2',
        isRounded ? 'mx-3.5 mb-3.5 rounded-xl border' : 'border-y',
      )}
    >
      {shown.map((slide, position) => (
        <div
          key={slide.path ?? slide.url ?? position}
          className={cn('relative min-h-0 min-w-0', shown.length === 3 && position === 0 && 'row-span-2')}
        >
          <SlideView slide={slide} caption={caption} />
          {position === GRID_CELLS - 1 && slides.length > GRID_CELLS && !isRounded ? (
            <span className="absolute inset-0 flex items-center justify-center bg-black/70 text-2xl font-semibold text-white">
              {previewMessages.moreSlides(slides.length - GRID_CELLS)}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}
