import { z } from 'zod';
import { decodeEntities } from '../../../../shared/web/html-text.ts';
import { jsonItems } from '../reading/json-items.ts';
import { countOf, type Entry, entryOf, type Format, NOBODY } from './format.ts';

/**
 * X's archive: scripts that assign a list to a variable, some split into parts. Deleted posts, likes, messages and what
 * X infers about the user are not opened. https://help.x.com/en/managing-your-account/how-to-download-your-x-archive
 * (data/README.txt in the archive describes the files)
 */

const POSTS = /^([^/]+\/)?(data\/)?(tweets?|community-tweet)(-part\d+)?\.js$/;
const NOTES = /^([^/]+\/)?(data\/)?note-tweet(-part\d+)?\.js$/;
const MANIFEST = /^([^/]+\/)?data\/manifest\.js$/;

const manifestSchema = z.object({ accountId: z.string().nullish(), userName: z.string().nullish() });
const linkSchema = z.object({ url: z.string(), expanded_url: z.string().optional() });
const attachedSchema = z.object({
  type: z.string().catch('photo'),
  url: z.string().catch(''),
  ext_alt_text: z.string().nullish(),
});
const attachedList = z.object({ media: z.array(attachedSchema).catch([]) }).nullish();
const tweetSchema = z.object({
  id_str: z.string().regex(/^\d{1,25}$/),
  created_at: z.string(),
  full_text: z.string(),
  favorite_count: z.unknown().optional(),
  retweet_count: z.unknown().optional(),
  in_reply_to_user_id_str: z.string().nullish(),
  in_reply_to_screen_name: z.string().nullish(),
  in_reply_to_status_id_str: z.string().nullish(),
  entities: z.object({ urls: z.array(linkSchema).catch([]) }).nullish(),
  extended_entities: attachedList,
});
type Tweet = z.infer<typeof tweetSchema>;
const noteSchema = z.object({
  noteTweetId: z.string(),
  createdAt: z.string(),
  core: z.object({ text: z.string() }),
});

/** The full texts of long posts, by the second in which they were created. */
type Notes = Map<number, string[]>;
const NOTES_MAX = 100_000;
const NOTES_MAX_CHARS = 100_000_000;

export const x: Format = {
  platform: 'twitter',
  files: (names) => ({
    posts: [...names.filter((name) => NOTES.test(name)), ...names.filter((name) => POSTS.test(name))],
    owner: names.find((name) => MANIFEST.test(name)) ?? null,
  }),
  async ownerOf(archive, file) {
    if (file === null) return NOBODY;
    for await (const { value } of jsonItems(archive.open(file), [['userInfo']])) {
      const told = manifestSchema.safeParse(value);
      if (told.success)
        return { name: told.data.userName ? `@${told.data.userName}` : null, id: told.data.accountId ?? null };
    }
    return NOBODY;
  },
  async *read(archive, files, owner) {
    const notes: Notes = new Map();
    let chars = 0;
    for (const file of files.filter((name) => NOTES.test(name))) {
      for await (const { value } of jsonItems(archive.open(file), [['*', 'noteTweet']])) {
        const told = noteSchema.safeParse(value);
        if (!told.success || notes.size >= NOTES_MAX || chars > NOTES_MAX_CHARS) continue;
        const second = Math.floor(Date.parse(told.data.createdAt) / 1000);
        notes.set(second, [...(notes.get(second) ?? []), told.data.core.text]);
        chars += told.data.core.text.length;
      }
    }
    for (const file of files.filter((name) => POSTS.test(name))) {
      for await (const { value } of jsonItems(archive.open(file), [['*', 'tweet']])) {
        const told = tweetSchema.safeParse(value);
        yield told.success ? asEntry(told.data, notes, owner) : { skipped: 'unreadable' };
      }
    }
  },
};

function asEntry(tweet: Tweet, notes: Notes, { name, id }: { name: string | null; id: string | null }): Entry {
  // `retweeted` is false in every archive, so a repost is recognised by its text.
  if (/^RT @\w{1,30}:/.test(tweet.full_text)) return { skipped: 'repost' };
  const time = Date.parse(tweet.created_at);
  const attached = tweet.extended_entities?.media ?? [];
  const handle = name?.replace(/^@/, '').toLowerCase();
  const isToSelf =
    (id !== null && tweet.in_reply_to_user_id_str === id) || tweet.in_reply_to_screen_name?.toLowerCase() === handle;
  const likes = countOf(tweet.favorite_count);
  const shares = countOf(tweet.retweet_count);
  return entryOf({
    remoteId: tweet.id_str,
    url: `https://x.com/${handle ? name?.replace(/^@/, '') : 'i'}/status/${tweet.id_str}`,
    text: wordsOf(tweet, noteOf(tweet, time, notes)),
    postedAt: time,
    isReply: Boolean(tweet.in_reply_to_status_id_str ?? tweet.in_reply_to_user_id_str) && !isToSelf,
    media: attached.map(({ type, ext_alt_text: alt }) => ({
      kind: type === 'photo' ? ('image' as const) : ('video' as const),
      ...(alt && { alt }),
    })),
    figures: { ...(likes !== undefined && { likes }), ...(shares !== undefined && { shares }) },
  });
}

/** The full text of a truncated post. Its separate file has no post id, so it is matched by time and beginning. */
function noteOf({ full_text: cut }: Tweet, time: number, notes: Notes): string | null {
  const second = Math.floor(time / 1000);
  const beginning = decodeEntities(cut)
    .slice(0, 100)
    .replace(/…?\s*(https:\/\/t\.co\/\w+)?$/, '');
  for (const near of [second, second - 1, second + 1])
    for (const note of notes.get(near) ?? []) if (decodeEntities(note).startsWith(beginning)) return note;
  return null;
}

function wordsOf({ full_text: cut, entities, extended_entities: attached }: Tweet, note: string | null): string {
  let words = note ?? cut;
  for (const { url, expanded_url: link } of entities?.urls ?? []) if (url && link) words = words.replaceAll(url, link);
  // The link to the post's own media is not part of its text.
  for (const { url } of attached?.media ?? []) if (url) words = words.replaceAll(url, '');
  return decodeEntities(words);
}
