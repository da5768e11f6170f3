import { mediaObjectUrl } from '../../../../shared/posts/media-bucket.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';
import type { CardDesign, WrittenPost } from '../post.ts';
import type { MediaStore } from '../stores/media-store.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './cards/card-layout.ts';
import type { CardDrawer, CardOrder } from './cards/draw-card.ts';

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

/** Draws a draft's cards, then stores them. When one cannot be stored no other one is still under way. */
export async function storeCards(
  draft: Draft,
  look: Pick<CardOrder, 'design' | 'brand'>,
  { media, drawCard }: { media: MediaStore; drawCard: CardDrawer | undefined },
): Promise<MediaItem[]> {
  // The fonts' engine is loaded by the first picture, not with the agent.
  const draw = drawCard ?? (await import('./cards/draw-card.ts')).drawCard;
  const paths = cardPaths(draft);
  const { slides } = draft.post;
  const drawn = slides.map((slide, index) => draw(slide, { ...look, position: { index, count: slides.length } }));
  const pngs = await Promise.all(drawn);
  const stored = await Promise.allSettled(
    paths.map((path, index) => media.upload(path, pngs[index] as Uint8Array, 'image/png')),
  );
  const failed = stored.find(isFailed);
  if (failed) throw failed.reason;
  return paths.map((path, index) => cardItem(path, slides[index]?.title ?? ''));
}

function isFailed(outcome: PromiseSettledResult<void>): outcome is PromiseRejectedResult {
  return outcome.status === 'rejected';
}

function cardItem(path: string, alt: string): MediaItem {
  return { path, url: mediaObjectUrl(path), kind: 'image', width: CARD_WIDTH, height: CARD_HEIGHT, alt };
}

/** A project's video with the picture to show before it plays, or null without a video. */
export async function videoOf(videoPath: string | null, media: MediaStore): Promise<MediaItem | null> {
  if (videoPath === null) return null;
  const video = await media.video(videoPath);
  return video ?? { path: videoPath, url: mediaObjectUrl(videoPath), kind: 'video' };
}

/**
 * A post's media in the order in which it shows them. The project's video leads a video post, and is added to any other
 * post that goes to a platform which takes only videos. A video without a picture of its own is shown with the first of
 * the post's.
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
