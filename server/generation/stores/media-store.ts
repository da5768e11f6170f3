import { MEDIA_BUCKET, type PictureType } from '../../../shared/posts/media-bucket.ts';
import { mediaItemOf } from '../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';
import { type Client, dataOf } from './client.ts';

export type MediaStore = ReturnType<typeof mediaStore>;

/**
 * The bucket media-assets, as the caller. Paths are object names in it; methods throw GenerationError unavailable when
 * storage fails.
 */
export function mediaStore(client: Client) {
  const bucket = client.storage.from(MEDIA_BUCKET);
  return {
    async upload(path: string, picture: Uint8Array, type: PictureType): Promise<void> {
      dataOf(await bucket.upload(path, picture, { contentType: type }), 'storing a picture');
    },

    /** A video as posts show it, with its still picture and its alt text; null where it is gone. */
    async video(path: string): Promise<MediaItem | null> {
      // Also one that was deleted from the library: its projects keep it.
      const found = client.from('media_objects').select('path, kind, alt, width, height, poster').eq('path', path);
      const file = dataOf(await found.maybeSingle(), 'looking for the video');
      return file && mediaItemOf(file);
    },

    /** Objects that are not there are no error. */
    async remove(paths: string[]): Promise<void> {
      dataOf(await bucket.remove(paths), 'removing pictures');
    },
  };
}
