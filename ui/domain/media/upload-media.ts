import { examineMedia } from '@/domain/media/measure-media.ts';
import {
  discardFile,
  storeFile,
  UploadCancelledError,
  type UploadControl,
  UploadError,
} from '@/domain/media/upload.ts';
import { drawPoster, isVideo } from '@/domain/media/video-poster.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';
import { posterPath } from '../../../shared/posts/media-bucket.ts';
import { keptName } from '../../../shared/posts/media-library.ts';

/**
 * Stores a file like storeFile, with its own name and measures, and a video's poster, if this browser can draw one. A
 * file whose content does not match its type is refused before anything is sent. A video without a poster is stored
 * anyway. A cancelled upload leaves nothing behind.
 */
export async function storeMedia(
  connection: { supabase: Supabase; config: UiConfig },
  chosen: File,
  path: string,
  control: UploadControl,
): Promise<void> {
  const found = await examineMedia(chosen);
  if (found.problem) throw new UploadError({ kind: found.problem });
  if (control.signal.aborted) throw new UploadCancelledError();
  const file = new File([chosen], chosen.name, { type: found.type });
  const drawing = isVideo(file) ? drawPoster(file, control.signal) : null;
  // Before the file, so that closing the window in between leaves no file without a name.
  const details = connection.supabase.from('media_details');
  const { error } = await details.insert({ path, name: keptName(chosen.name), ...found.measures }).retry(false);
  if (error) throw new UploadError({ kind: 'refused', status: 0, message: error.message });
  try {
    await storeFile(connection, file, path, control);
    await storePoster(connection, await drawing, path, control);
  } catch (failure) {
    // A row that this cannot delete, because the connection is lost, is removed by the clean-up.
    await details.delete().eq('path', path).retry(false);
    throw failure;
  }
}

/** Stores a video's poster. A cancelled upload removes the video too; any other failure is only logged. */
async function storePoster(
  connection: { supabase: Supabase; config: UiConfig },
  poster: File | null,
  path: string,
  control: UploadControl,
): Promise<void> {
  try {
    if (control.signal.aborted) throw new UploadCancelledError();
    if (poster) await storeFile(connection, poster, posterPath(path), { ...control, onProgress: () => {} });
  } catch (error) {
    if (!(error instanceof UploadCancelledError))
      return console.warn(`The poster of ${path} could not be stored.`, error);
    await discardFile(connection.supabase, path);
    throw error;
  }
}
