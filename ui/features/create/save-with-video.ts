import { discardFile, storedName, UploadError, type UploadProgress } from '@/domain/media/upload.ts';
import { storeMedia } from '@/domain/media/upload-media.ts';
import { uploadProblem } from '@/features/create/messages.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';

export type SavingPhase = ({ kind: 'uploading'; cancel: () => void } & UploadProgress) | { kind: 'saving' };

type Connection = { supabase: Supabase; config: UiConfig };

/**
 * Uploads the video, if any, with its poster, then calls `save` with its name in the bucket (§2, §7). Leaves no file on
 * failure or cancellation. Throws UploadCancelledError, or an Error with a message for users.
 */
export async function saveWithVideo<Saved>(
  connection: Connection,
  video: File | null,
  onPhase: (phase: SavingPhase) => void,
  save: (path: string | null) => Promise<Saved>,
): Promise<Saved> {
  const path = video && (await upload(connection, video, onPhase));
  onPhase({ kind: 'saving' });
  try {
    return await save(path);
  } catch (error) {
    if (path) await discardFile(connection.supabase, path);
    throw error;
  }
}

async function upload(connection: Connection, video: File, onPhase: (phase: SavingPhase) => void): Promise<string> {
  const abort = new AbortController();
  const onProgress = (progress: UploadProgress) =>
    onPhase({ kind: 'uploading', ...progress, cancel: () => abort.abort() });
  onProgress({ sent: 0, total: video.size });
  const path = storedName(video.name, 'mp4');
  await storeMedia(connection, video, path, { onProgress, signal: abort.signal }).catch((error: unknown) => {
    throw error instanceof UploadError ? new Error(uploadProblem(error.failure), { cause: error }) : error;
  });
  return path;
}
