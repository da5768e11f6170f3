import type { PictureFit } from '../../../../shared/publishing/picture-fit.ts';

export const UNKNOWN_MEDIA = 'This is not a JPEG, PNG, GIF or WebP picture or an MP4 video. Choose another file.';
export const notReadable = (reason: string) => `This file cannot be read: ${reason}. Choose another file.`;
export const notReadNow = (reason: string) =>
  `This file could not be read just now: ${reason}. Try again when this machine has less to do; if that does not help, choose another file.`;
export const tooManyPixels = (megapixels: number) =>
  `This picture has more than ${megapixels} million pixels, too many to convert. Choose a smaller one.`;
export const isAnimated = (size: string, limit: string) =>
  `This picture is animated and cannot be converted. It has ${size}; the platform accepts at most ${limit} and may not accept its type. Choose another picture.`;
export const noJpeg = 'The platform accepts neither this type of picture nor JPEG. Choose another one.';
export const cannotShrink = (limit: string) => `This picture cannot be compressed to ${limit}. Choose another one.`;

const TYPE_NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};

/** A picture's type, size in bytes, and dimensions in pixels. */
type Shape = { mimeType: string; size: number; width: number; height: number };

/** What was done to a picture: "cropped to 1080 × 1350 pixels, compressed from 2.3 MB to 0.9 MB". */
export function changeWords(
  before: Shape,
  after: Shape,
  shaped: { width: number; height: number; how: PictureFit },
): string {
  const isShaped = shaped.width !== before.width || shaped.height !== before.height;
  const isSmaller = after.width !== shaped.width;
  const words = [
    isShaped && (shaped.how === 'crop' ? `cropped to ${pixels(shaped)}` : `white borders added, to ${pixels(shaped)}`),
    isSmaller && `made smaller, to ${pixels(after)}`,
    before.mimeType !== after.mimeType && `converted from ${TYPE_NAMES[before.mimeType]} to JPEG`,
    after.size < before.size && `compressed from ${megabytes(before.size)} to ${megabytes(after.size)}`,
  ];
  return words.filter(Boolean).join(', ');
}

/** "0.9 MB", "12 kB". */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function pixels({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height} pixels`;
}
