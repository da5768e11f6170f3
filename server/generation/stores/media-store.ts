import { MEDIA_BUCKET, type PictureType } from '../../../shared/posts/media-bucket.ts';
import { mediaItemOf } from '../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { type Client, dataOf } from './client.ts';

export type MediaStore = ReturnType<typeof mediaStore>;

/**
 * Access to the bucket media-assets, as the caller. Paths are object names in it. Methods throw GenerationError
 * unavailable when storage fails.
 */
export function mediaStore(client: Client) {
  const bucket = client.storage.from(MEDIA_BUCKET);
  return {
    async upload(path: string, picture: Uint8Array, type: PictureType): Promise<void> {
      dataOf(await bucket.upload(path, picture, { contentType: type }), 'storing a picture');
    },

    /** A video with its poster, alt text and captions, as used in posts; null when it no longer exists. */
    async video(path: string): Promise<MediaItem | null> {
      // Includes videos deleted from the library that projects still use.
      const columns = 'path, kind, alt, width, height, poster, cover_ms, captions';
      const found = client.from('media_objects').select(columns).eq('path', path);
      const file = dataOf(await found.maybeSingle(), 'looking for the video');
      return file && mediaItemOf(file);
    },

    /** Missing objects are not an error. */
    async remove(paths: string[]): Promise<void> {
      dataOf(await bucket.remove(paths), 'removing pictures');
    },
  };
}
