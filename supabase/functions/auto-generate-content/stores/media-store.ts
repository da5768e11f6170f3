import { MEDIA_BUCKET, type PictureType } from '../../../../shared/posts/media-bucket.ts';
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

    /** Where the still picture of a video lies; null when there is none, or no such video. */
    async posterOf(videoPath: string): Promise<string | null> {
      const file = client.from('media_files').select('poster').eq('path', videoPath).maybeSingle();
      return dataOf(await file, 'looking for the picture of the video')?.poster ?? null;
    },

    /** Objects that are not there are no error. */
    async remove(paths: string[]): Promise<void> {
      dataOf(await bucket.remove(paths), 'removing pictures');
    },
  };
}
