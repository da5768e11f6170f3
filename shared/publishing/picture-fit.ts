import { MEDIA_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { MediaItem } from '../workspace/database.ts';

/** How pictures are given a shape that a platform takes, in a file without zod. */

/** `crop` cuts off what is beyond the shape, in the middle; `pad` shows all of the picture, with white borders. */
export type PictureFit = 'crop' | 'pad';

/**
 * What happens where the person chose nothing: the feed is filled, as Instagram's own app does it. Borders are a look
 * that a person should want, and the preview shows what is cut off.
 */
export const USUAL_FIT: PictureFit = 'crop';

type Size = { width: number; height: number };
/** Widths divided by heights; both ends are taken. */
export type Aspects = { min: number; max: number };

/** A picture or video of a post; its size is null where it is not known. */
export type FittedItem = { kind: 'image' | 'video'; size: Size | null; fit?: PictureFit | undefined };

/** The shape that a picture is given. `follows`: it is that of the first of the post, and no limit of the platform. */
export type Shape = Aspects & { ratio: number; how: PictureFit; follows: boolean };

/** The media of a post as they are stored. */
export function fittedItems(media: readonly Pick<MediaItem, 'kind' | 'width' | 'height' | 'fit'>[]): FittedItem[] {
  return media.map(({ kind, width, height, fit }) => ({ kind, fit, size: width && height ? { width, height } : null }));
}

/** The media with one choice for their pictures: for all of them, or for the one in a place. */
export function withFit<Item extends Pick<MediaItem, 'kind' | 'fit'>>(
  media: readonly Item[],
  fit: PictureFit,
  place: number | null = null,
): Item[] {
  return media.map((item, at) => (item.kind === 'image' && (place ?? at) === at ? { ...item, fit } : item));
}

/**
 * What the person may want to decide of the pictures of a post on a platform, in two sentences, and the places of those
 * pictures; null where all go out as they are or as chosen.
 */
export function fitNote(platform: Platform, items: readonly FittedItem[]): { text: string; places: number[] } | null {
  const shapes = shapesOf(platform, items);
  const open = shapes.flatMap((shape, place) => (shape && items[place]?.fit === undefined ? [{ shape, place }] : []));
  if (open.length === 0) return null;
  const label = platformLabel(platform);
  const names = open.map(({ place }) => String(place + 1));
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  const who =
    items.length === 1 ? 'The picture is' : names.length === 1 ? `Picture ${list} is` : `Pictures ${list} are`;
  const toWhat = open.every(({ shape }) => shape.follows)
    ? `the shape of the first one, in which ${label} shows them all`
    : `a shape that ${label} takes (4:5 to 1.91:1)`;
  return {
    text: `${who} cut to ${toWhat}. Choose borders to show ${names.length === 1 ? 'all of it' : 'them whole'}.`,
    places: open.map(({ place }) => place),
  };
}

/** In a carousel the platform itself cuts the others to the shape of the first: so much of a difference is not worth it. */
const FOLLOW_SLACK = 0.01;

/**
 * The shape that each picture of a post is given on a platform; null for one that goes out in its own, for a video and
 * where sizes are not known. The limits are exact: a platform refuses what is beyond them by a hair. Instagram shows all
 * items of a carousel in the shape of the first.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function shapesOf(platform: Platform, items: readonly FittedItem[]): (Shape | null)[] {
  const { aspect } = MEDIA_LIMITS[platform];
  if (!aspect) return items.map(() => null);
  const first = items[0]?.size;
  const target = items.length > 1 && first ? within(first.width / first.height, aspect) : null;
  return items.map(({ kind, size, fit }) => {
    if (kind !== 'image' || !size) return null;
    const own = size.width / size.height;
    const ratio = target ?? within(own, aspect);
    const how = fit ?? USUAL_FIT;
    if (own < aspect.min || own > aspect.max) return { ...aspect, ratio, how, follows: false };
    if (Math.abs(own / ratio - 1) <= FOLLOW_SLACK) return null;
    return { ...aspect, ratio, how, follows: true };
  });
}

/** Whether the agent changes the picture: what only follows the first is cut by the platform itself. */
export function isChanged(shape: Shape | null | undefined): shape is Shape {
  return shape != null && !(shape.follows && shape.how === 'crop');
}

/** The shape that the platform shows a post's pictures in; null where there is no limit, or the size is not known. */
export function frameOf(platform: Platform, items: readonly FittedItem[]): number | null {
  const { aspect } = MEDIA_LIMITS[platform];
  const first = items[0];
  return aspect && first?.size ? within(first.size.width / first.size.height, aspect) : null;
}

/** The size of a picture once it has a shape: a part of it, or all of it and borders. */
export function shapedSize({ width, height }: Size, { ratio, how, ...limits }: Omit<Shape, 'follows'>): Size {
  const isTooWide = width / height > ratio;
  // The side that stays as it is.
  const keepsHeight = isTooWide === (how === 'crop');
  if (keepsHeight) {
    const [least, most] = [Math.ceil(height * limits.min), Math.floor(height * limits.max)];
    return { width: between(Math.round(height * ratio), least, most), height };
  }
  const [least, most] = [Math.ceil(width / limits.max), Math.floor(width / limits.min)];
  return { width, height: between(Math.round(width / ratio), least, most) };
}

/** The nearest size whose aspect is within the limits, for one that rounding may have moved by a pixel. */
export function heldWithin({ width, height }: Size, { min, max }: Aspects): Size {
  if (width / height < min) return { width, height: Math.max(1, Math.floor(width / min)) };
  if (width / height > max) return { width: Math.max(1, Math.floor(height * max)), height };
  return { width, height };
}

function within(ratio: number, { min, max }: Aspects): number {
  return between(ratio, min, max);
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
