import { viewerMessages } from '@/features/media/messages.ts';
import { formatSize } from '@/lib/format.ts';
import type { LibraryFile } from '../../../shared/posts/media-library.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import type { MediaFilesRow, MediaUsageRow } from '../../../shared/workspace/database.ts';

/** A file of the library with its uses, oldest first. */
export type MediaFile = LibraryFile & { uses: MediaUsageRow[] };

export type FileKind = 'picture' | 'video' | 'file';

/** How a file is shown; `file` for an unsupported type. */
export function kindOf({ mime_type }: Pick<MediaFilesRow, 'mime_type'>): FileKind {
  if (mime_type?.startsWith('image/')) return 'picture';
  return mime_type?.startsWith('video/') ? 'video' : 'file';
}

/** "PNG picture", "MP4 video"; "File" for an unknown type. */
export function typeLabel(file: Pick<MediaFilesRow, 'mime_type'>): string {
  const kind = kindOf(file);
  const format = file.mime_type?.split('/')[1]?.toUpperCase();
  if (kind === 'file') return file.mime_type ?? 'File';
  return `${format} ${kind}`;
}

/** "1.2 MB", or that it is unknown. */
export function sizeLabel({ size_bytes }: Pick<MediaFilesRow, 'size_bytes'>): string {
  return size_bytes === 0 ? viewerMessages.unknownSize : formatSize(size_bytes);
}

/** Characters of a caption that identify its post. */
const SNIPPET_CHARACTERS = 80;

/** One use in one line: the post's first line, marked if deleted, or the project or run. */
export function usageLabel({ kind, title }: Pick<MediaUsageRow, 'kind' | 'title'>): string {
  if (kind === 'project') return viewerMessages.projectVideo(title);
  if (kind === 'run') return viewerMessages.running(title);
  const line = postTitle(title).replace(/\s+/g, ' ');
  const characters = Array.from(line);
  const isLong = characters.length > SNIPPET_CHARACTERS;
  const snippet = isLong ? `${characters.slice(0, SNIPPET_CHARACTERS).join('').trimEnd()}…` : line;
  const post = snippet || viewerMessages.noCaption;
  if (kind === 'series') return viewerMessages.series(post);
  return kind === 'bin' ? viewerMessages.deletedPost(post) : post;
}

/** A file's title: its name, or else its use. */
export function titleOf({ name, uses, path }: Pick<MediaFile, 'name' | 'uses' | 'path'>): string {
  return name ?? (uses.length > 0 ? usageLine(uses) : (path.split('/').at(-1) ?? path));
}

/** "0:42", "1:03:20". */
export function durationLabel(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A tile's line of uses: the first use and the number of further ones. */
export function usageLine(uses: readonly Pick<MediaUsageRow, 'kind' | 'title'>[]): string {
  const [first, ...more] = uses;
  if (!first) return viewerMessages.notUsed;
  return more.length === 0 ? usageLabel(first) : `${usageLabel(first)} +${more.length}`;
}
