import { CARD_STYLES, CARD_THEMES, type CardDesign, cardSchema, type Slide } from '../../../shared/pictures/card.ts';
import { mediaObjectUrl } from '../../../shared/posts/media-bucket.ts';
import { checkMedia, videoOnly } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ContentType, MediaItem } from '../../../shared/workspace/database.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../cards/card-layout.ts';
import type { CardDrawer, CardOrder } from '../cards/draw-card.ts';
import type { WrittenPost } from '../post.ts';
import type { MediaStore } from '../stores/media-store.ts';

export type Draft = { id: string; post: WrittenPost };

/** The paths of a draft's cards in the bucket, one per slide. */
export function cardPaths({ id, post }: Draft): string[] {
  return post.slides.map((_, index) => `posts/${id}/${index + 1}.png`);
}

/** The n-th design: consecutive ones differ, and all six are used before one repeats. */
export function designOf(n: number): CardDesign {
  const style = CARD_STYLES[n % CARD_STYLES.length] ?? 'paper';
  const theme = CARD_THEMES[n % CARD_THEMES.length] ?? 'light';
  return { style, theme };
}

/** Draws a draft's cards, then stores them. If an upload fails, waits for the others before it throws. */
export async function storeCards(
  draft: Draft,
  look: Pick<CardOrder, 'design' | 'brand'>,
  { media, drawCard }: { media: MediaStore; drawCard: CardDrawer | undefined },
): Promise<MediaItem[]> {
  // Loaded on first use, because the font engine is large.
  const draw = drawCard ?? (await import('../cards/draw-card.ts')).drawCard;
  const paths = cardPaths(draft);
  const { slides } = draft.post;
  const drawn = slides.map((slide, index) => draw(slide, { ...look, position: { index, count: slides.length } }));
  const pngs = await Promise.all(drawn);
  const stored = await Promise.allSettled(
    paths.map((path, index) => media.upload(path, pngs[index] as Uint8Array, 'image/png')),
  );
  const failed = stored.find(isFailed);
  if (failed) throw failed.reason;
  return paths.map((path, index) => cardItem(path, slides[index], look.design));
}

function isFailed(outcome: PromiseSettledResult<void>): outcome is PromiseRejectedResult {
  return outcome.status === 'rejected';
}

function cardItem(path: string, slide: Slide | undefined, design: CardDesign): MediaItem {
  const item = { path, url: mediaObjectUrl(path), kind: 'image', width: CARD_WIDTH, height: CARD_HEIGHT } as const;
  const { data: card } = cardSchema.safeParse({ slide, design });
  return { ...item, alt: slide?.title ?? '', ...(card && { card }) };
}

/** A project's video with its poster; null without a video. */
export async function videoOf(videoPath: string | null, media: MediaStore): Promise<MediaItem | null> {
  if (videoPath === null) return null;
  const video = await media.video(videoPath);
  return video ?? { path: videoPath, url: mediaObjectUrl(videoPath), kind: 'video' };
}

/** One form of a post, and the platforms that get it. */
export type PostForm = { contentType: ContentType; media: MediaItem[]; platforms: Platform[] };

/**
 * The platforms that get a draft with its pictures, and those that get only the project's video: `video` lists
 * platforms that accept only videos or, for a post written for the video, all platforms if none of them accepts only
 * videos. Both are empty if all platforms accept only videos but the run has no video for the draft (`withVideo` is
 * false).
 */
export function formPlatforms({ post }: Draft, platforms: readonly Platform[], withVideo: boolean) {
  const videosOnly = videoOnly(platforms);
  if (withVideo && post.contentType === 'video' && videosOnly.length === 0)
    return { pictures: [], video: [...platforms] };
  const pictures = platforms.filter((platform) => !videosOnly.includes(platform));
  return { pictures, video: withVideo ? videosOnly : [] };
}

/**
 * The forms of a draft, each for the platforms that accept it. A video without a poster gets the post's first picture
 * as its poster. `refusedBy` are the platforms that do not accept the pictures.
 */
export function formsOf(
  { post: { contentType } }: Draft,
  pictures: MediaItem[],
  video: MediaItem | null,
  platforms: ReturnType<typeof formPlatforms>,
): { forms: PostForm[]; refusedBy: Platform[] } {
  const kinds = pictures.map(({ kind }) => kind);
  const takers = platforms.pictures.filter((platform) => checkMedia(platform, kinds) === null);
  const forms: PostForm[] = [];
  if (takers.length > 0)
    forms.push({ contentType: pictureType(contentType, pictures), media: pictures, platforms: takers });
  // The agent makes the video later, from these pictures.
  if (!video && platforms.video.length > 0)
    forms.push({ contentType: pictureType(contentType, pictures), media: pictures, platforms: platforms.video });
  if (video && platforms.video.length > 0) {
    const [first] = pictures;
    const poster = video.poster ?? (first && { path: first.path, url: first.url });
    forms.push({
      contentType: 'video',
      media: [poster ? { ...video, poster } : video],
      platforms: platforms.video,
    });
  }
  return { forms, refusedBy: platforms.pictures.filter((platform) => !takers.includes(platform)) };
}

function pictureType(written: ContentType, pictures: readonly MediaItem[]): ContentType {
  if (written !== 'video') return written;
  return pictures.length > 1 ? 'carousel' : 'image';
}
