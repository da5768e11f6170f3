import type { ArchivedPost, Skip } from '../../../../shared/archives/archives.ts';
import type { ArchivePlatform } from '../../../../shared/archives/guides.ts';
import { storable } from '../../../../shared/posts/storable-text.ts';
import type { Container } from '../reading/archive-file.ts';

/** What stands in an archive for one entry of its list of posts. */
export type Entry = { post: ArchivedPost } | { skipped: Skip };

/** Whose archive it is: a name for people, and the id on the platform. What is null it does not say. */
export type Owner = { name: string | null; id: string | null };

export type Format = {
  platform: ArchivePlatform;
  /** The files that are opened, by their whole names: lists of posts, and what names their owner. Nothing else is. */
  files(names: readonly string[]): { posts: string[]; owner: string | null };
  /** Why an archive of the platform holds no posts that can be read, where it is one. */
  refusal?(names: readonly string[]): Error | null;
  /** `fileName` is the archive's own. */
  ownerOf(archive: Container, file: string | null, fileName: string): Promise<Owner>;
  read(archive: Container, files: readonly string[], owner: Owner): AsyncGenerator<Entry>;
};

const TEXT_MAX = 100_000;
const MEDIA_MAX = 100;
const ALT_MAX = 2_000;

type Told = Partial<Omit<ArchivedPost, 'postedAt'>> & { postedAt: number | null };

/** The entry for what an archive tells of a post, with what the database takes. `postedAt` is in milliseconds. */
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
    // A cut between the halves of a sign leaves one that cannot be stored.
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

/** From 2000, before which there was nothing to post to, to a day from now. */
function timeOf(milliseconds: number | null): string | null {
  if (milliseconds === null || !(milliseconds > 946_684_800_000 && milliseconds < Date.now() + 86_400_000)) return null;
  return new Date(milliseconds).toISOString();
}

/** "2026-01-15 10:00:00" without a zone is in UTC, as LinkedIn and TikTok write it. Null for what is no time. */
export function utcTime(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const at = Date.parse(
    /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text.trim()) ? `${text.trim().replace(' ', 'T')}Z` : text,
  );
  return Number.isNaN(at) ? null : at;
}

/** "12" and 12. Undefined for what is no count. */
export function countOf(told: unknown): number | undefined {
  const count = typeof told === 'string' && /^\d{1,12}$/.test(told) ? Number(told) : told;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** By the ending of a file's name. */
export function kindOf(uri: string): 'image' | 'video' {
  return /\.(mp4|mov|webm|m4v|3gp)$/i.test(uri) ? 'video' : 'image';
}

export const NOBODY: Owner = { name: null, id: null };
