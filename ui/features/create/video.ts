import { videoErrors } from '@/features/create/messages.ts';
import { formatSize } from '@/lib/format.ts';
import { VIDEO_MAX_BYTES, VIDEO_MIME_TYPE } from '../../../shared/posts/content-project.ts';

/** Why a chosen file cannot be uploaded (§5, §9), or null. Checked before the upload. */
export function videoProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (file.type !== VIDEO_MIME_TYPE) return videoErrors.notMp4(file.name);
  if (file.size > VIDEO_MAX_BYTES) return videoErrors.tooLarge(file.name, formatSize(file.size));
  return file.size === 0 ? videoErrors.empty(file.name) : null;
}

/** The existing video of a project; `isMissing` when its file no longer exists. */
export type StoredVideo = { name: string; size: number | null; isMissing: boolean };
