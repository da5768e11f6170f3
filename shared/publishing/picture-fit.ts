import { MEDIA_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { MediaItem } from '../workspace/database.ts';

/** How pictures are fitted to a platform's aspect limits. Kept free of zod. */

/** `crop` keeps the centre; `pad` keeps the whole picture and adds white borders. */
export type PictureFit = 'crop' | 'pad';

/**
 * The default: fills the feed, as Instagram's app does. Borders are a deliberate look, and the preview shows what is
 * cropped.
 */
export const USUAL_FIT: PictureFit = 'crop';

type Size = { width: number; height: number };
/** Widths divided by heights; both ends are included. */
export type Aspects = { min: number; max: number };

/** A picture or video of a post; `size` is null if unknown. */
export type FittedItem = { kind: 'image' | 'video'; size: Size | null; fit?: PictureFit | undefined };

/** A picture's target shape. `follows`: it is the shape of the post's first item rather than a platform's limit. */
export type Shape = Aspects & { ratio: number; how: PictureFit; follows: boolean };

/** Stored media of a post as items to fit. */
export function fittedItems(media: readonly Pick<MediaItem, 'kind' | 'width' | 'height' | 'fit'>[]): FittedItem[] {
  return media.map(({ kind, width, height, fit }) => ({ kind, fit, size: width && height ? { width, height } : null }));
}

/** Sets the fit of all pictures, or of the one at a position. */
export function withFit<Item extends Pick<MediaItem, 'kind' | 'fit'>>(
  media: readonly Item[],
  fit: PictureFit,
  place: number | null = null,
): Item[] {
  return media.map((item, at) => (item.kind === 'image' && (place ?? at) === at ? { ...item, fit } : item));
}

/**
 * Two sentences on pictures that will be changed without the user's choice, and their positions; null if there are
 * none.
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
    : `a shape that ${label} accepts (4:5 to 1.91:1)`;
  return {
    text: `${who} cropped to ${toWhat}. Choose borders to show ${names.length === 1 ? 'all of it' : 'them whole'}.`,
    places: open.map(({ place }) => place),
  };
}

/** Relative difference up to which a carousel's items count as the same shape as the first. */
const FOLLOW_SLACK = 0.01;

/**
 * The target shape of each picture on a platform; null for an unchanged one, a video, or an unknown size. The limits
 * are exact, because platforms refuse the slightest excess. Instagram shows all items of a carousel in the first one's
 * shape.
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

/** Whether the agent changes the picture. A picture that only follows the first is cropped by the platform. */
export function isChanged(shape: Shape | null | undefined): shape is Shape {
  return shape != null && !(shape.follows && shape.how === 'crop');
}

/** The aspect in which the platform shows a post's pictures; null without a limit, or for unknown sizes. */
export function frameOf(platform: Platform, items: readonly FittedItem[]): number | null {
  const { aspect } = MEDIA_LIMITS[platform];
  const first = items[0];
  return aspect && first?.size ? within(first.size.width / first.size.height, aspect) : null;
}

/** A picture's size in its target shape, cropped or padded. */
export function shapedSize({ width, height }: Size, { ratio, how, ...limits }: Omit<Shape, 'follows'>): Size {
  const isTooWide = width / height > ratio;
  // The side that keeps its length.
  const keepsHeight = isTooWide === (how === 'crop');
  if (keepsHeight) {
    const [least, most] = [Math.ceil(height * limits.min), Math.floor(height * limits.max)];
    return { width: between(Math.round(height * ratio), least, most), height };
  }
  const [least, most] = [Math.ceil(width / limits.max), Math.floor(width / limits.min)];
  return { width, height: between(Math.round(width / ratio), least, most) };
}

/** The nearest size within the aspect limits, to correct rounding by a pixel. */
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
