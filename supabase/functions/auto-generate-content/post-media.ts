import type { MediaItem } from '../../../shared/database.ts';
import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';
import type { Platform } from '../../../shared/platforms.ts';
import { drawCard } from './media/draw-card.ts';
import type { MediaStore } from './media-store.ts';
import type { CardDesign, WrittenPost } from './post.ts';

/** Pixels of a drawn card. */
const CARD = { width: 1080, height: 1350 };

const VIDEO_ONLY: readonly Platform[] = ['tiktok', 'youtube_shorts'];

const STYLES = ['paper', 'headline', 'band'] as const satisfies CardDesign['style'][];
const THEMES = ['light', 'dark'] as const satisfies CardDesign['theme'][];

/** A written post with the id that it will have in generated_content. */
export type Draft = { id: string; post: WrittenPost };

/** Those of the platforms that take nothing but a video. */
export function videoOnly(platforms: readonly Platform[]): Platform[] {
  return platforms.filter((platform) => VIDEO_ONLY.includes(platform));
}

/** The names in the bucket of the cards that a draft will have, one per slide. */
export function cardPaths({ id, post }: Draft): string[] {
  return post.slides.map((_, index) => `posts/${id}/${index + 1}.png`);
}

/** The n-th design: neighbours differ, and six follow before the first comes again. */
export function designOf(n: number): CardDesign {
  const style = STYLES[n % STYLES.length] ?? 'paper';
  const theme = THEMES[n % THEMES.length] ?? 'light';
  return { style, theme };
}

/** Draws and stores a draft's cards. */
export async function storeCards(draft: Draft, design: CardDesign, media: MediaStore): Promise<MediaItem[]> {
  const paths = cardPaths(draft);
  const { slides } = draft.post;
  const items: MediaItem[] = [];
  for (const [index, slide] of slides.entries()) {
    const path = paths[index] as string;
    await media.upload(path, await drawCard(slide, design, { index, count: slides.length }), 'image/png');
    items.push({ path, url: objectUrl(path), kind: 'image', ...CARD, alt: slide.title });
  }
  return items;
}

/** A project's video with the picture to show before it plays, or null without a video. */
export async function videoOf(videoPath: string | null, media: MediaStore): Promise<MediaItem | null> {
  if (videoPath === null) return null;
  const poster = await media.posterOf(videoPath);
  const video: MediaItem = { path: videoPath, url: objectUrl(videoPath), kind: 'video' };
  return poster === null ? video : { ...video, poster: { path: poster, url: objectUrl(poster) } };
}

/**
 * A post's media in the order in which it shows them. The project's video leads a video post, and is added to any other post that goes to a
 * platform which takes only videos. A video without a picture of its own is shown with the first of the post's.
 */
export function withVideo(
  pictures: MediaItem[],
  video: MediaItem | null,
  draft: Draft,
  platforms: readonly Platform[],
) {
  if (video === null) return pictures;
  const [first] = pictures;
  const poster = video.poster ?? (first && { path: first.path, url: first.url });
  const shown = poster ? { ...video, poster } : video;
  if (draft.post.contentType === 'video') return [shown, ...pictures];
  return videoOnly(platforms).length > 0 ? [...pictures, shown] : pictures;
}

/** Where a member fetches an object, relative to the Supabase URL, which differs between machines and may change. */
export function objectUrl(path: string): string {
  return `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${path}`;
}
