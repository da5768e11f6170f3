import { z } from 'zod';
import { platformName } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';
import type { Figures } from '../publishing/figures.ts';
import type { ArchivedMedia } from '../workspace/database.ts';
import { ARCHIVE_PLATFORMS, type ArchivePlatform } from './guides.ts';

/** A post as recorded in an archive. `postedAt` is ISO 8601. Null means unknown. */
export type ArchivedPost = {
  remoteId: string | null;
  url: string | null;
  text: string;
  postedAt: string | null;
  /** A reply to someone else's post. */
  isReply: boolean;
  media: ArchivedMedia[];
  figures: Figures;
};

/** Why an entry of an archive is skipped, with words to follow the number of such entries. */
export const SKIPS = {
  repost: 'shared posts of others',
  private: 'not shown to everyone',
  empty: 'without text or media',
  unreadable: 'unreadable',
} as const;
export type Skip = keyof typeof SKIPS;
const SKIP_NAMES = Object.keys(SKIPS) as Skip[];

const count = z.number().int().nonnegative();
export const archivePlatformSchema = z.enum(ARCHIVE_PLATFORMS, `expected one of ${ARCHIVE_PLATFORMS.join(', ')}`);
const UPLOAD_NAME = /^upload-[\da-f-]{36}$/;
const fileName = storableText(300);

export const archiveImportSchema = z
  .strictObject({
    /** An absolute path on the agent's machine. */
    file: storableText(4096).min(1).optional(),
    /** The uploaded file to read instead, and that file's original name. */
    upload: z.string().regex(UPLOAD_NAME, 'expected the name that the upload answered').optional(),
    name: fileName.optional(),
    /** The platform whose posts to import, if an archive has several. Archives of other platforms are rejected. */
    platform: archivePlatformSchema.optional(),
    /** The account that the posts belong to. By default, the one that the archive names, if it exists here. */
    accountId: z.uuid('expected the id of an account').optional(),
    /** Only counts the posts, and stores nothing. */
    dryRun: z.boolean().default(false),
  })
  .refine(({ file, upload }) => (file === undefined) !== (upload === undefined), 'Give either file or upload.');
export type ArchiveImport = z.input<typeof archiveImportSchema>;

export const archiveUploadSchema = z.object({ upload: z.string() });

export const ARCHIVE_EVENTS = { progress: 'progress', result: 'result' } as const;
/** `bytes` of `allBytes` have been read; both are of unpacked data, as far as its size is known. */
export const archiveProgressSchema = z.object({ posts: count, bytes: count, allBytes: count });
export type ArchiveProgress = z.infer<typeof archiveProgressSchema>;

export const archiveImportedSchema = z.object({
  platform: archivePlatformSchema,
  /** The archive's owner, as shown in the list of archives. */
  source: z.string(),
  accountId: z.uuid().nullable(),
  /** Other platforms whose posts the same file has: import it again for each, with `platform`. */
  also: z.array(archivePlatformSchema),
  /** `cancelled`: the posts read until then are kept; importing again adds the rest. */
  state: z.enum(['done', 'cancelled']),
  isDryRun: z.boolean(),
  /** Posts that are new here. */
  added: count,
  /** Posts that were already here, from an earlier import. */
  known: count,
  /** Posts that were published from here. */
  published: count,
  skipped: z.object({ repost: count, private: count, empty: count, unreadable: count } satisfies Record<Skip, unknown>),
});
export type ArchiveImported = z.infer<typeof archiveImportedSchema>;

/** Times are ISO 8601; null if no post has one. */
export const archiveSourceSchema = z.object({
  source: z.string(),
  platform: z.string(),
  accountId: z.uuid().nullable(),
  posts: count,
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  importedAt: z.string(),
});
export type ArchiveSource = z.infer<typeof archiveSourceSchema>;

export const archiveSourceNameSchema = z.strictObject({ source: storableText(300).min(1) });
export const archiveRemovedSchema = z.object({ posts: count });

/** "Added 12 posts of X/Twitter @ada. Left out: 3 that were here, 2 shared posts of others." */
export function importedInWords({
  source,
  also,
  state,
  isDryRun,
  added,
  known,
  published,
  skipped,
}: ArchiveImported): string {
  const posts = `${added} ${added === 1 ? 'post' : 'posts'} of ${source}`;
  const left = [
    ...(known > 0 ? [`${known} that were here already`] : []),
    ...(published > 0 ? [`${published} published from here`] : []),
    ...SKIP_NAMES.flatMap((skip) => (skipped[skip] > 0 ? [`${skipped[skip]} ${SKIPS[skip]}`] : [])),
  ];
  const sum = isDryRun ? `Would add ${posts}.` : `Added ${posts}.`;
  const rest = left.length === 0 ? '' : ` Left out: ${left.join(', ')}.`;
  return `${state === 'cancelled' ? 'Cancelled. ' : ''}${sum}${rest}${alsoInWords(also)}`;
}

/** " This file also contains posts of Threads: import it again with the platform threads." */
function alsoInWords(also: readonly ArchivePlatform[]): string {
  return also
    .map((one) => ` This file also contains posts of ${platformName(one)}: import it again with the platform ${one}.`)
    .join('');
}
