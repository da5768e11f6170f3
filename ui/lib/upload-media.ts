import type { Supabase } from '@/lib/supabase.ts';
import { discardFile, storeFile, UploadCancelledError, type UploadControl } from '@/lib/upload.ts';
import { drawPoster, isVideo } from '@/lib/video-poster.ts';
import type { UiConfig } from '../../shared/agent/agent-api.ts';
import { posterPath } from '../../shared/posts/media-bucket.ts';

/**
 * Stores a file as storeFile does, and beside a video the poster that this browser can draw of it. A video without one
 * is stored all the same; when the upload is called off, nothing stays behind.
 */
export async function storeMedia(
  connection: { supabase: Supabase; config: UiConfig },
  file: File,
  name: string,
  control: UploadControl,
): Promise<void> {
  const drawing = isVideo(file) ? drawPoster(file, control.signal) : null;
  await storeFile(connection, file, name, control);
  const poster = await drawing;
  try {
    if (control.signal.aborted) throw new UploadCancelledError();
    if (poster) await storeFile(connection, poster, posterPath(name), { ...control, onProgress: () => {} });
  } catch (error) {
    if (!(error instanceof UploadCancelledError))
      return console.warn(`The poster of ${name} could not be stored.`, error);
    await discardFile(connection.supabase, name);
    throw error;
  }
}
