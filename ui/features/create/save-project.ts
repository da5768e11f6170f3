import type { ProjectForm } from '@/features/create/form.ts';
import { uploadProblem } from '@/features/create/messages.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { discardFile, storedName, UploadError, type UploadProgress } from '@/lib/upload.ts';
import { storeMedia } from '@/lib/upload-media.ts';
import type { UiConfig } from '../../../shared/agent-api.ts';
import type { ContentProjectsRow } from '../../../shared/database.ts';

type Connection = { supabase: Supabase; config: UiConfig };
type Upload = { onUpload: (progress: UploadProgress) => void; onSaving: () => void; signal: AbortSignal };

/**
 * Uploads the video if there is one, with its poster, then inserts the project and returns its row (§2, §7). When either fails or is cancelled, no file stays behind.
 * Throws UploadCancelledError, or an Error whose message is for people.
 */
export async function saveProject(
  { supabase, config }: Connection,
  form: ProjectForm,
  video: File | null,
  { onUpload, onSaving, signal }: Upload,
): Promise<ContentProjectsRow> {
  const name = video ? storedName(video.name, 'mp4') : null;
  if (video && name) {
    await storeMedia({ supabase, config }, video, name, { onProgress: onUpload, signal }).catch((error: unknown) => {
      throw error instanceof UploadError ? new Error(uploadProblem(error.failure), { cause: error }) : error;
    });
  }
  onSaving();
  try {
    const row = name ? { ...form, video_path: name } : form;
    return (await supabase.from('content_projects').insert(row).select().single().throwOnError()).data;
  } catch (error) {
    if (name) await discardFile(supabase, name);
    throw error;
  }
}
