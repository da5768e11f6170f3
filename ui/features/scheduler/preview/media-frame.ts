import type { MediaItem } from '../../../../shared/database.ts';
import type { Platform } from '../../../../shared/platforms.ts';

/** Widths by heights that a feed shows a single picture in: between `tallest` and `widest` as it is, beyond them cut. */
type Frame = { tallest: number; widest: number; grid: number };

const FRAMES: Partial<Record<Platform, Frame>> = {
  facebook: { tallest: 4 / 5, widest: 1.91, grid: 1.91 },
  twitter: { tallest: 3 / 4, widest: 2, grid: 16 / 9 },
  linkedin: { tallest: 4 / 5, widest: 1.91, grid: 1.91 },
};

/** Most pictures that a post in a feed shows side by side. */
export const GRID_CELLS = 4;

/** Width by height of the place that a feed gives a post's pictures; that of its grid where a single picture's size is not known. */
export function frameRatio(platform: Platform, media: readonly Pick<MediaItem, 'width' | 'height'>[]): number {
  const { tallest, widest, grid } = FRAMES[platform] ?? { tallest: 4 / 5, widest: 4 / 5, grid: 4 / 5 };
  const [first, ...others] = media;
  if (!first?.width || !first.height || others.length > 0) return grid;
  return Math.min(widest, Math.max(tallest, first.width / first.height));
}
