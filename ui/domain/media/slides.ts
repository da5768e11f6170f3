import type { GeneratedContentRow, MediaItem } from '../../../shared/workspace/database.ts';

/**
 * The location of a picture or video: `path` (in the bucket) takes precedence over `url`; a row that has only a
 * media_url has no path.
 */
export type Address = { path: string | null; url: string | null };

/** A slide to display; a video's `poster` is shown before it plays. */
export type Slide = Address & { kind: 'image' | 'video'; alt: string | null; poster?: Address };

type Media = Pick<GeneratedContentRow, 'media' | 'media_url' | 'content_type'>;

/** The slides of a post in order: its media, else its one media_url, else none. */
export function slidesOf({ media, media_url, content_type }: Media): Slide[] {
  if (media.length > 0) return media.map(toSlide);
  if (!media_url) return [];
  return [{ path: null, url: media_url, kind: content_type === 'video' ? 'video' : 'image', alt: null }];
}

function toSlide({ path, url, kind, alt, poster }: MediaItem): Slide {
  return { path: path || null, url: url || null, kind, alt: alt ?? null, ...(poster && { poster }) };
}
