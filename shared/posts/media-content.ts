import type { MEDIA_TYPES } from './media-bucket.ts';

/** The bytes needed to detect a file's type. */
export const MEDIA_HEAD_BYTES = 16;

/** Brands of other files with MP4's structure: QuickTime films and phone pictures. */
const OTHER_BRANDS = ['qt  ', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'M4A '];

/**
 * A file's type by its first bytes, whatever its name; null for unsupported types. `head` is its first
 * MEDIA_HEAD_BYTES, or all of a shorter one.
 */
export function mediaTypeOf(head: Uint8Array): keyof typeof MEDIA_TYPES | null {
  const text = String.fromCharCode(...head.subarray(0, MEDIA_HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.slice(4, 8) === 'ftyp' && !OTHER_BRANDS.includes(text.slice(8, 12)) ? 'video/mp4' : null;
}
