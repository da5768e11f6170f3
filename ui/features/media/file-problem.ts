import { fileProblems } from '@/features/media/messages.ts';
import { MEDIA_MAX_BYTES, MEDIA_TYPES } from '../../../shared/media-bucket.ts';

export type MediaType = keyof typeof MEDIA_TYPES;

/** Whether the bucket takes files of this type. */
export function isMediaType(type: string): type is MediaType {
  return Object.hasOwn(MEDIA_TYPES, type);
}

/** Why a file cannot be uploaded, or null when it can. Asked before a single byte is sent. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!isMediaType(type)) return fileProblems.wrongType;
  if (size > MEDIA_MAX_BYTES) return fileProblems.tooLarge(size);
  return size === 0 ? fileProblems.empty : null;
}
