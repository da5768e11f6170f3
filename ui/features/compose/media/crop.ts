import type { PlatformDescriptor, PlatformLook } from '../../../../shared/platforms/descriptor.ts';
import { PLATFORMS } from '../../../../shared/posts/platforms.ts';

const fitting = (shape: PlatformLook['shapes'][number]) =>
  PLATFORMS.filter(({ look }: PlatformDescriptor) => look.shapes.includes(shape))
    .map(({ label }) => label)
    .join(', ');

/** Aspect ratios of platforms: width divided by height. `fits` lists them. */
export const SHAPES = [
  { id: 'portrait', label: 'Portrait 4:5', fits: fitting('portrait'), ratio: 4 / 5 },
  { id: 'square', label: 'Square 1:1', fits: 'every platform', ratio: 1 },
  { id: 'landscape', label: 'Landscape 1.91:1', fits: fitting('landscape'), ratio: 1.91 },
  { id: 'wide', label: 'Wide 16:9', fits: fitting('wide'), ratio: 16 / 9 },
  { id: 'tall', label: 'Tall 9:16', fits: 'stories', ratio: 9 / 16 },
] as const;

type Size = { width: number; height: number };
export type Area = Size & { x: number; y: number };

/** The visible part of a picture: as large as possible, divided by `zoom`, around a centre (0 to 1). */
export function cropArea(picture: Size, ratio: number, zoom: number, middle: { x: number; y: number }): Area {
  const full =
    picture.width / picture.height > ratio
      ? { width: picture.height * ratio, height: picture.height }
      : { width: picture.width, height: picture.width / ratio };
  const width = full.width / zoom;
  const height = full.height / zoom;
  return {
    width,
    height,
    x: within(middle.x * picture.width - width / 2, picture.width - width),
    y: within(middle.y * picture.height - height / 2, picture.height - height),
  };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/** Maximum side of a cropped picture, in pixels: more than any platform shows. */
const MAX_SIDE = 4096;
const QUALITY = 0.92;

/** Crops a picture to a new file. Throws when this browser cannot draw it. */
export async function cropPicture(picture: HTMLImageElement, area: Area, type: string): Promise<File> {
  const scale = Math.min(1, MAX_SIDE / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  // Only these may have transparency.
  const format = type === 'image/png' || type === 'image/webp' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, QUALITY));
  if (!blob) throw new Error('This browser cannot save the picture.');
  return new File([blob], format === 'image/png' ? 'cropped.png' : 'cropped.jpg', { type: format });
}
