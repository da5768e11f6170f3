import type { ArchivedPost, Skip } from '../../../../shared/archives/archives.ts';
import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';
import { storable } from '../../../../shared/posts/storable-text.ts';
import type { Container } from '../reading/archive-file.ts';

/** One entry of an archive's list of posts: a post, or why it is skipped. */
export type Entry = { post: ArchivedPost } | { skipped: Skip };

/** The owner of an archive: a display name, and the id on the platform. Null if the archive does not contain it. */
export type Owner = { name: string | null; id: string | null };

export type Format = {
  platform: ArchivePlatform;
  /** The full names of the files to open: lists of posts, and the file that names the owner. No others are opened. */
  files(names: readonly string[]): { posts: string[]; owner: string | null };
  /** Why no posts can be read, if this is an archive of the platform in another form. */
  refusal?(names: readonly string[]): Error | null;
  /** `fileName` is the name of the archive itself. */
  ownerOf(archive: Container, file: string | null, fileName: string): Promise<Owner>;
  read(archive: Container, files: readonly string[], owner: Owner): AsyncGenerator<Entry>;
};

const TEXT_MAX = 100_000;
const MEDIA_MAX = 100;
const ALT_MAX = 2_000;

type Told = Partial<Omit<ArchivedPost, 'postedAt'>> & { postedAt: number | null };

/** Builds an entry from an archive's data, reduced to what the database accepts. `postedAt` is in milliseconds. */
export function entryOf({
  remoteId,
  url,
  text = '',
  postedAt,
  isReply = false,
  media = [],
  figures = {},
}: Told): Entry {
  const words = storable(text).trim().slice(0, TEXT_MAX);
  if (words === '' && media.length === 0) return { skipped: 'empty' };
  const post: ArchivedPost = {
    remoteId: remoteId ? storable(remoteId).slice(0, 500) : null,
    url: url && /^https?:\/\//.test(url) && url.length <= 2048 ? storable(url) : null,
    // The cut may leave half of a surrogate pair, which cannot be stored.
    text: storable(words),
    postedAt: timeOf(postedAt),
    isReply,
    media: media
      .slice(0, MEDIA_MAX)
      .map(({ kind, alt }) => (alt ? { kind, alt: storable(alt.slice(0, ALT_MAX)) } : { kind })),
    figures,
  };
  return { post };
}

/** Null for a time before 2000, when no platform existed, or more than a day from now. */
function timeOf(milliseconds: number | null): string | null {
  if (milliseconds === null || !(milliseconds > 946_684_800_000 && milliseconds < Date.now() + 86_400_000)) return null;
  return new Date(milliseconds).toISOString();
}

/** Parses a time, null if invalid. "2026-01-15 10:00:00" without a zone is UTC, as LinkedIn and TikTok write it. */
export function utcTime(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const at = Date.parse(
    /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text.trim()) ? `${text.trim().replace(' ', 'T')}Z` : text,
  );
  return Number.isNaN(at) ? null : at;
}

/** Parses a count such as "12" or 12. Undefined if it is not a count. */
export function countOf(told: unknown): number | undefined {
  const count = typeof told === 'string' && /^\d{1,12}$/.test(told) ? Number(told) : told;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** By the extension of the file's name. */
export function kindOf(uri: string): 'image' | 'video' {
  return /\.(mp4|mov|webm|m4v|3gp)$/i.test(uri) ? 'video' : 'image';
}

export const NOBODY: Owner = { name: null, id: null };
