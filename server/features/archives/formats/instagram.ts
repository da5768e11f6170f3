import { z } from 'zod';
import type { ArchivedPost } from '../../../../shared/archives/archives.ts';
import { wrongForm } from '../messages.ts';
import type { JsonPath } from '../reading/json-items.ts';
import { type Entry, entryOf, type Format, kindOf, type Owner } from './format.ts';
import { entriesOf, inMilliseconds, isSingle, JSON_FORM, mediaSchema, ownerByName, readable } from './meta.ts';

/** Paths of the lists: in `content/` before 2022, then in `media/`. posts.json is a newer form, beside posts_1.json. */
const INSTAGRAM =
  /^([^/]+\/)?(your_instagram_activity\/)?(content|media)\/(posts(_\d+)?|reels|stories|igtv_videos)\.json$/;
const INSTAGRAM_SINGLE = /^(posts(_\d+)?|reels|stories|igtv_videos)\.json$/;
const INSTAGRAM_HTML = /^([^/]+\/)?(your_instagram_activity\/)?(content|media)\/(posts(_\d+)?|reels|stories)\.html$/;
const INSTAGRAM_LISTS: readonly JsonPath[] = [
  ['*'],
  ['ig_reels_media', '*'],
  ['ig_igtv_media', '*'],
  ['ig_stories', '*'],
];
/** Threads posts are in the archive of the Instagram account that the Threads profile belongs to. */
const THREADS = /^([^/]+\/)?(your_instagram_activity\/)?threads\/threads_and_replies\.json$/;
const THREADS_HTML = /^([^/]+\/)?(your_instagram_activity\/)?threads\/threads_and_replies\.html$/;

const pieceSchema = mediaSchema.extend({
  text_app_post: z
    .object({ is_reply: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
});
/**
 * An entry of any of the lists. A story is a single picture or video with its own `uri`. In the newer form, text and
 * media are among the `label_values`, whose labels are in the account's language: media are read from all of them, and
 * the caption by its English label if no media item has one.
 */
const entrySchema = z.object({
  title: z.string().catch(''),
  creation_timestamp: z.number().nullish(),
  timestamp: z.number().nullish(),
  uri: z.string().optional().catch(undefined),
  media: z.union([z.array(pieceSchema), pieceSchema.transform((one) => [one])]).catch([]),
  label_values: z
    .array(
      z.object({
        label: z.string().catch(''),
        value: z.string().catch(''),
        media: z.array(pieceSchema).catch([]),
      }),
    )
    .catch([]),
});
const CAPTION_LABELS = ['Caption', 'Text'];

export const instagram: Format = {
  platform: 'instagram',
  files: (names) => ({
    posts: names.filter((name) => INSTAGRAM.test(name) || isSingle(name, INSTAGRAM_SINGLE)).sort(olderFormFirst),
    owner: null,
  }),
  refusal: (names) =>
    names.some((name) => INSTAGRAM_HTML.test(name)) ? wrongForm('instagram', 'HTML', JSON_FORM) : null,
  ownerOf: ownerByFileName,
  async *read(archive, files) {
    // posts.json repeats the posts of posts_1.json.
    const seen = new Set<string>();
    for await (const entry of entriesOf(archive, files, INSTAGRAM_LISTS, asEntry)) {
      if (!('post' in entry)) yield entry;
      else if (isNew(seen, entry.post, entry.firstFile)) yield { post: entry.post };
    }
  },
};

export const threads: Format = {
  platform: 'threads',
  files: (names) => ({
    posts: names.filter((name) => THREADS.test(name) || isSingle(name, /^threads_and_replies\.json$/)),
    owner: null,
  }),
  refusal: (names) => (names.some((name) => THREADS_HTML.test(name)) ? wrongForm('threads', 'HTML', JSON_FORM) : null),
  ownerOf: ownerByFileName,
  read: (archive, files) => entriesOf(archive, files, [['text_post_app_text_posts', '*']], asEntry),
};

type Read = Entry & { firstFile?: string | undefined };

function asEntry(value: unknown): Read {
  const told = entrySchema.safeParse(value);
  if (!told.success) return { skipped: 'unreadable' };
  const { title, creation_timestamp, timestamp, uri, media, label_values } = told.data;
  const own = uri ? [{ uri, creation_timestamp, title, text_app_post: undefined }] : media;
  const pieces = [...own, ...label_values.flatMap((one) => one.media)];
  const [first] = pieces;
  const caption = label_values.find(({ label }) => CAPTION_LABELS.includes(label))?.value;
  const entry = entryOf({
    // A post with a single picture has its text there.
    text: readable(title || first?.title || caption || ''),
    postedAt: inMilliseconds(creation_timestamp ?? timestamp ?? first?.creation_timestamp),
    isReply: pieces.some(({ text_app_post: thread }) => thread?.is_reply === true),
    // In Threads, text without media is a piece without a file.
    media: pieces.filter((piece) => piece.uri !== '').map((piece) => ({ kind: kindOf(piece.uri) })),
  });
  return first?.uri ? { ...entry, firstFile: first.uri } : entry;
}

/** Whether no earlier entry of the same second had the same text or the same first file. */
function isNew(seen: Set<string>, { text, postedAt }: ArchivedPost, firstFile: string | undefined): boolean {
  const marks = [
    ...(text ? [`${text.length} ${text.slice(0, 60)}`] : []),
    ...(firstFile ? [firstFile.slice(-100)] : []),
  ];
  const keys = marks.map((mark) => `${postedAt} ${mark}`);
  const isKnown = keys.some((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  return !isKnown;
}

/** Sorts posts.json after the lists that it repeats, so that posts known from an older archive keep their form. */
function olderFormFirst(a: string, b: string): number {
  return Number(/posts\.json$/.test(a)) - Number(/posts\.json$/.test(b));
}

/** Meta names the file "instagram-baker-2026-11-01-Ab3dE.zip". */
async function ownerByFileName(_archive: unknown, _file: unknown, fileName: string): Promise<Owner> {
  return ownerByName(fileName, /^instagram-(.+?)-\d{4}-\d\d-\d\d/i);
}
