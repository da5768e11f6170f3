import type { ProjectForm } from '@/features/create/form.ts';
import { saveErrors, uploadErrors } from '@/features/create/messages.ts';
import { UploadCancelledError, type UploadProgress, uploadVideo } from '@/features/create/upload-video.ts';
import { storedVideoName } from '@/features/create/video.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent-api.ts';
import type { ContentProjectsRow } from '../../../shared/database.ts';
import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';

type Connection = { supabase: Supabase; config: UiConfig };
type Upload = { onUpload: (progress: UploadProgress) => void; onSaving: () => void; signal: AbortSignal };

/**
 * Uploads the video if there is one, then inserts the project and returns its row (§2, §7). When either fails or is cancelled, no file stays behind.
 * Throws UploadCancelledError, or an Error whose message is for people.
 */
export async function saveProject(
  { supabase, config }: Connection,
  form: ProjectForm,
  video: File | null,
  { onUpload, onSaving, signal }: Upload,
): Promise<ContentProjectsRow> {
  const name = video ? storedVideoName(video.name) : null;
  if (video && name) {
    const session = (await supabase.auth.getSession()).data.session;
    if (!session) throw new Error(uploadErrors.signedOut);
    const destination = { ...config, accessToken: session.access_token, name };
    await uploadVideo(video, destination, { onProgress: onUpload, signal }).catch(async (error: unknown) => {
      // The last byte may have arrived just before the cancel did.
      if (error instanceof UploadCancelledError) await removeVideo(supabase, name);
      throw error;
    });
  }
  onSaving();
  try {
    const row = name ? { ...form, video_path: name } : form;
    return (await supabase.from('content_projects').insert(row).select().single().throwOnError()).data;
  } catch (error) {
    if (name) await removeVideo(supabase, name);
    throw error instanceof TypeError ? new Error(saveErrors.unreachable, { cause: error }) : error;
  }
}

async function removeVideo(supabase: Supabase, name: string): Promise<void> {
  const { error } = await supabase.storage.from(MEDIA_BUCKET).remove([name]);
  if (error) console.error(`The uploaded video ${name} could not be removed again.`, error);
}
