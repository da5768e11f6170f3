import { videoErrors } from '@/features/create/messages.ts';
import { VIDEO_MAX_BYTES, VIDEO_MIME_TYPE } from '../../../shared/content-project.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Why a chosen file cannot be uploaded (§5, §9), or null when it can. Asked before a single byte is sent. */
export function videoProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (file.type !== VIDEO_MIME_TYPE) return videoErrors.notMp4(file.name);
  if (file.size > VIDEO_MAX_BYTES) return videoErrors.tooLarge(file.name, formatSize(file.size));
  return file.size === 0 ? videoErrors.empty(file.name) : null;
}

/** "4.2 MB", "12 KB": rounded up, so that a file past the limit never reads as the limit itself. */
export function formatSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1024)} KB`;
  return `${Math.ceil((bytes / BYTES_PER_MB) * 10) / 10} MB`;
}

/** A name for the stored file: a random number and the original's extension (§3). Unguessable: 128 random bits. */
export function storedVideoName(originalName: string): string {
  const number = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => String(part).padStart(10, '0')).join(
    '',
  );
  const extension = /\.([a-z0-9]{1,8})$/i.exec(originalName)?.[1]?.toLowerCase() ?? 'mp4';
  return `${number}.${extension}`;
}
