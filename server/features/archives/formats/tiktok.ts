import { z } from 'zod';
import { wrongForm } from '../messages.ts';
import { type JsonPath, jsonItems } from '../reading/json-items.ts';
import { countOf, entryOf, type Format, kindOf, NOBODY, utcTime } from './format.ts';

/**
 * "Download your data" as JSON: one file with everything, including messages. Only the user's name and the lists of
 * their own posts are decoded; everything else is skipped (json-items.ts).
 * https://support.tiktok.com/en/account-and-privacy/personalized-ads-and-data/requesting-your-data
 */
const DATA = /^([^/]+\/)?user_data(_tiktok)?\.json$/i;
const TXT = /^([^/]+\/)?(Posts?|Videos?|Video|Activity|TikTok)\/(Posts?|Videos?)\.txt$/i;

/** Paths differ by the archive's year. "Video Browsing History" also has a VideoList, but of other users' videos. */
const POSTS: readonly JsonPath[] = [
  ['Video', 'Videos', 'VideoList', '*'],
  ['Activity', 'Video', 'Videos', 'VideoList', '*'],
  ['Post', 'Posts', 'VideoList', '*'],
  ['Post', 'Videos', 'VideoList', '*'],
];
const NAMES: readonly JsonPath[] = ['Profile Information', 'Profile Info'].map((part) => [
  'Profile',
  part,
  'ProfileMap',
  'userName',
]);

const videoSchema = z.object({
  Date: z.string(),
  Link: z.string().catch(''),
  Likes: z.unknown().optional(),
  Title: z.string().catch(''),
  WhoCanView: z.string().catch(''),
  AlternateText: z.string().catch(''),
});

export const tiktok: Format = {
  platform: 'tiktok',
  files: (names) => {
    const posts = names.filter((name) => DATA.test(name));
    return { posts, owner: posts[0] ?? null };
  },
  refusal: (names) => (names.some((name) => TXT.test(name)) ? wrongForm('tiktok', 'TXT', 'JSON') : null),
  async ownerOf(archive, file) {
    if (file === null) return NOBODY;
    for await (const { value } of jsonItems(archive.open(file), NAMES))
      if (typeof value === 'string' && value !== '') return { name: `@${value.slice(0, 100)}`, id: null };
    return NOBODY;
  },
  async *read(archive, files) {
    for (const file of files) {
      for await (const { value } of jsonItems(archive.open(file), POSTS)) {
        const told = videoSchema.safeParse(value);
        if (!told.success) {
          yield { skipped: 'unreadable' };
          continue;
        }
        const { Date: date, Link: link, Likes, Title: text, WhoCanView: audience, AlternateText: alt } = told.data;
        const [, kind, id] = /\/(video|photo)\/(\d{5,25})(?:[/?]|$)/.exec(link) ?? [];
        const likes = countOf(Likes);
        if (/only me|private/i.test(audience)) yield { skipped: 'private' };
        else
          yield entryOf({
            remoteId: id ?? null,
            // Links to files on TikTok's servers expire after a few days.
            url: id && /^https:\/\/www\.tiktok(v)?\.com\//.test(link) ? link : null,
            text,
            postedAt: utcTime(date),
            media: [{ kind: kind === 'photo' ? 'image' : kindOf('video.mp4'), ...(alt && { alt }) }],
            figures: likes === undefined ? {} : { likes },
          });
      }
    }
  },
};
