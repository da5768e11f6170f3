import type { MEDIA_TYPES } from './media-bucket.ts';

/** As many bytes as it takes to tell what a file is. */
export const MEDIA_HEAD_BYTES = 16;

/** Brands of files that begin like an MP4 video and are none: QuickTime films and pictures of phones. */
const OTHER_BRANDS = ['qt  ', 'heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'M4A '];

/**
 * What a file is by how it begins, whatever its name says; null for none of the types that the bucket takes. `head` is
 * its first MEDIA_HEAD_BYTES, or all of a shorter one.
 */
export function mediaTypeOf(head: Uint8Array): keyof typeof MEDIA_TYPES | null {
  const text = String.fromCharCode(...head.subarray(0, MEDIA_HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.slice(4, 8) === 'ftyp' && !OTHER_BRANDS.includes(text.slice(8, 12)) ? 'video/mp4' : null;
}
