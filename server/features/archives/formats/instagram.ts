import { z } from 'zod';
import type { ArchivedPost } from '../../../../shared/archives/archives.ts';
import { wrongForm } from '../messages.ts';
import type { JsonPath } from '../reading/json-items.ts';
import { type Entry, entryOf, type Format, kindOf, type Owner } from './format.ts';
import { entriesOf, inMilliseconds, isSingle, JSON_FORM, mediaSchema, ownerByName, readable } from './meta.ts';

/** Names of the lists; before 2022 below `content/`, then `media/`. posts.json is Meta's newer form, beside posts_1.json. */
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
/** Threads' posts are in the archive of the Instagram account that it belongs to. */
const THREADS = /^([^/]+\/)?(your_instagram_activity\/)?threads\/threads_and_replies\.json$/;
const THREADS_HTML = /^([^/]+\/)?(your_instagram_activity\/)?threads\/threads_and_replies\.html$/;

const pieceSchema = mediaSchema.extend({
  text_app_post: z
    .object({ is_reply: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
});
/**
 * An entry of any of the lists. A story is its picture or video itself, with `uri`. In the newer form the words and the media
 * are among the `label_values`, whose labels are in the language of the account: all that carry media are read, and the
 * caption by its English name where no media has it.
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
    // Posts of posts_1.json are in posts.json too.
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
    // A post of one picture has its words there.
    text: readable(title || first?.title || caption || ''),
    postedAt: inMilliseconds(creation_timestamp ?? timestamp ?? first?.creation_timestamp),
    isReply: pieces.some(({ text_app_post: thread }) => thread?.is_reply === true),
    // Words alone are a piece without a file in Threads.
    media: pieces.filter((piece) => piece.uri !== '').map((piece) => ({ kind: kindOf(piece.uri) })),
  });
  return first?.uri ? { ...entry, firstFile: first.uri } : entry;
}

/** Whether no entry of the same second had the same words, or the same first file. */
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

/** posts.json after the lists that it repeats, so that what is known of an older archive stays as it was. */
function olderFormFirst(a: string, b: string): number {
  return Number(/posts\.json$/.test(a)) - Number(/posts\.json$/.test(b));
}

/** Meta names the file "instagram-baker-2026-11-01-Ab3dE.zip". */
async function ownerByFileName(_archive: unknown, _file: unknown, fileName: string): Promise<Owner> {
  return ownerByName(fileName, /^instagram-(.+?)-\d{4}-\d\d-\d\d/i);
}
