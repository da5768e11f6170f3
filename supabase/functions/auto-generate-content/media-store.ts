import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';
import { dataOf } from './backend-answer.ts';
import type { Client } from './caller.ts';

export type MediaStore = ReturnType<typeof mediaStore>;

/** The bucket media-assets, as the caller. Paths are object names in it; methods throw GenerationError unavailable when storage fails. */
export function mediaStore(client: Client) {
  const bucket = client.storage.from(MEDIA_BUCKET);
  return {
    async uploadPng(path: string, png: Uint8Array): Promise<void> {
      dataOf(await bucket.upload(path, png, { contentType: 'image/png' }), 'storing a picture');
    },

    /** Objects that are not there are no error. */
    async remove(paths: string[]): Promise<void> {
      dataOf(await bucket.remove(paths), 'removing pictures');
    },
  };
}
