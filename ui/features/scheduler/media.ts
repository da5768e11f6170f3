import type { GeneratedContentRow, MediaItem } from '../../../shared/database.ts';

/** One slide as it is shown: `path` (in the bucket) wins over `url`; a row that has only a media_url has no path. */
export type Slide = { path: string | null; url: string | null; kind: 'image' | 'video'; alt: string | null };

type Media = Pick<GeneratedContentRow, 'media' | 'media_url' | 'content_type'>;

/** The slides of a post in order: its media, else its one media_url, else none. */
export function slidesOf({ media, media_url, content_type }: Media): Slide[] {
  if (media.length > 0) return media.map(toSlide);
  if (!media_url) return [];
  return [{ path: null, url: media_url, kind: content_type === 'video' ? 'video' : 'image', alt: null }];
}

function toSlide({ path, url, kind, alt }: MediaItem): Slide {
  return { path: path || null, url: url || null, kind, alt: alt ?? null };
}
