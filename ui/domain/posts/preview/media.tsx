import { PostMedia } from '@/domain/media/post-media.tsx';
import { SlideView } from '@/domain/media/slide-view.tsx';
import type { Slide } from '@/domain/media/slides.ts';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import { fittedItems, frameOf, shapesOf } from '../../../../shared/publishing/picture-fit.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

type PreviewMediaProps = {
  platform: Platform;
  slides: Slide[];
  media: readonly MediaItem[];
  /** The title of the document whose pages the slides are; null if they are pictures. */
  document: string | null;
  /** Replaces a missing alternative text. */
  caption: string;
};

/**
 * A post's pictures as its platform shows them: the pages of a document at 4:5; on platforms that put pictures first, a
 * carousel in the shape of the first, cropped or padded as when sent; on others, a grid.
 */
export function PreviewMedia({ platform, slides, media, document, caption }: PreviewMediaProps) {
  if (document !== null) {
    return (
      <>
        <p className="truncate border-y bg-muted px-3.5 py-2 text-xs font-semibold">
          <bdi>{previewMessages.document(document, slides.length)}</bdi>
        </p>
        <PostMedia slides={slides} caption={caption} />
      </>
    );
  }
  const { look } = platformOf(platform);
  if (look.layout === 'pictures') {
    const items = fittedItems(media);
    const wholes = shapesOf(platform, items).map((shape) => shape?.how === 'pad');
    return <PostMedia slides={slides} caption={caption} ratio={frameOf(platform, items)} wholes={wholes} />;
  }
  const shown = slides.slice(0, GRID_CELLS);
  const { isRounded } = look.frame ?? {};
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
          {position === GRID_CELLS - 1 &&
          slides.length > GRID_CELLS &&
          PLATFORM_LIMITS[platform].pictures > GRID_CELLS ? (
            <span className="absolute inset-0 flex items-center justify-center bg-black/70 text-2xl font-semibold text-white">
              {previewMessages.moreSlides(slides.length - GRID_CELLS)}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** The most pictures that a feed shows in its grid. */
const GRID_CELLS = 4;

/**
 * The aspect ratio (width / height) of a feed's space for a post's pictures; the grid's for several pictures, or one of
 * unknown size.
 */
export function frameRatio(platform: Platform, media: readonly Pick<MediaItem, 'width' | 'height'>[]): number {
  const { tallest, widest, grid } = platformOf(platform).look.frame ?? { tallest: 4 / 5, widest: 4 / 5, grid: 4 / 5 };
  const [first, ...others] = media;
  if (!first?.width || !first.height || others.length > 0) return grid;
  return Math.min(widest, Math.max(tallest, first.width / first.height));
}
