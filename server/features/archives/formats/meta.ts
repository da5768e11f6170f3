import { z } from 'zod';
import { wrongForm } from '../messages.ts';
import type { Container } from '../reading/archive-file.ts';
import { type JsonPath, jsonItems } from '../reading/json-items.ts';
import { type Entry, entryOf, type Format, kindOf, type Owner } from './format.ts';

/**
 * "Download your information" of Instagram and Facebook as JSON. Meta documents no schema: names and shapes are those of
 * archives from 2019 to 2026. https://www.facebook.com/help/212802592074644
 */

const JSON_FORM = 'JSON';
const mediaSchema = z.object({
  uri: z.string().catch(''),
  creation_timestamp: z.number().nullish(),
  title: z.string().catch(''),
  description: z.string().catch(''),
});

/** posts_1.json, reels.json, igtv_videos.json; before 2022 below `content/`, then `media/`. */
const INSTAGRAM = /^([^/]+\/)?(your_instagram_activity\/)?(content|media)\/(posts_\d+|reels|igtv_videos)\.json$/;
const INSTAGRAM_HTML = /^([^/]+\/)?(your_instagram_activity\/)?(content|media)\/(posts_\d+|reels)\.html$/;
const instagramSchema = z.object({
  title: z.string().catch(''),
  creation_timestamp: z.number().nullish(),
  media: z.union([z.array(mediaSchema), mediaSchema.transform((one) => [one])]).catch([]),
});

export const instagram: Format = {
  platform: 'instagram',
  files: (names) => ({
    posts: names.filter((name) => INSTAGRAM.test(name) || isSingle(name, /^(posts_\d+|reels|igtv_videos)\.json$/)),
    owner: null,
  }),
  refusal: (names) =>
    names.some((name) => INSTAGRAM_HTML.test(name)) ? wrongForm('instagram', 'HTML', JSON_FORM) : null,
  ownerOf: async (_archive, _file, fileName) => ownerByName(fileName, /^instagram-(.+?)-\d{4}-\d\d-\d\d/i),
  async *read(archive, files) {
    const wanted: JsonPath[] = [['*'], ['ig_reels_media', '*'], ['ig_igtv_media', '*']];
    yield* entriesOf(archive, files, wanted, (value) => {
      const told = instagramSchema.safeParse(value);
      if (!told.success) return { skipped: 'unreadable' };
      const { title, creation_timestamp: time, media } = told.data;
      // A post of one picture has its words there.
      const [first] = media;
      return entryOf({
        text: readable(title || first?.title || ''),
        postedAt: inMilliseconds(time ?? first?.creation_timestamp),
        media: media.map(({ uri }) => ({ kind: kindOf(uri) })),
      });
    });
  },
};

const FACEBOOK =
  /^([^/]+\/)?((your_facebook_activity|your_activity_across_facebook|this_profile's_activity_across_facebook)\/)?posts\/(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.json$/;
const FACEBOOK_HTML =
  /^([^/]+\/)?((your_facebook_activity|your_activity_across_facebook|this_profile's_activity_across_facebook)\/)?posts\/(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.html$/;
const facebookSchema = z.object({
  timestamp: z.number().nullish(),
  data: z.array(z.object({ post: z.string().optional() })).catch([]),
  attachments: z
    .array(
      z.object({
        data: z
          .array(
            z.object({
              media: mediaSchema.optional(),
              external_context: z.object({ url: z.string() }).optional().catch(undefined),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
});

export const facebook: Format = {
  platform: 'facebook',
  files: (names) => ({
    posts: names.filter(
      (name) =>
        FACEBOOK.test(name) ||
        isSingle(name, /^(your_posts(__check_ins__photos_and_videos)?_\d+|profile_posts_\d+)\.json$/),
    ),
    owner: null,
  }),
  refusal: (names) =>
    names.some((name) => FACEBOOK_HTML.test(name)) ? wrongForm('facebook', 'HTML', JSON_FORM) : null,
  ownerOf: async (_archive, _file, fileName) => ownerByName(fileName, /^facebook-(.+?)-\d{4}-\d{1,2}-\d{1,2}/i),
  async *read(archive, files) {
    yield* entriesOf(archive, files, [['*']], (value) => {
      const told = facebookSchema.safeParse(value);
      if (!told.success) return { skipped: 'unreadable' };
      const { timestamp, data, attachments } = told.data;
      const attached = attachments.flatMap((one) => one.data);
      const words = data.find(({ post }) => post)?.post ?? '';
      const media = attached.flatMap((one) => one.media ?? []);
      const links = attached.flatMap((one) => one.external_context?.url ?? []);
      const isOnlyShared = words === '' && media.length === 0 && links.length > 0;
      if (isOnlyShared) return { skipped: 'repost' };
      return entryOf({
        text: readable(words || media[0]?.description || ''),
        postedAt: inMilliseconds(timestamp),
        media: media.map(({ uri }) => ({ kind: kindOf(uri) })),
      });
    });
  },
};

async function* entriesOf(
  archive: Container,
  files: readonly string[],
  wanted: readonly JsonPath[],
  asEntry: (value: unknown) => Entry,
): AsyncGenerator<Entry> {
  for (const file of files)
    for await (const { value } of jsonItems(archive.open(file), wanted))
      yield value === undefined ? { skipped: 'unreadable' } : asEntry(value);
}

/** A file that was taken out of its archive. */
function isSingle(name: string, pattern: RegExp): boolean {
  return !name.includes('/') && pattern.test(name);
}

/** Meta names the file "instagram-baker-2026-11-01-Ab3dE.zip". */
function ownerByName(fileName: string, pattern: RegExp): Owner {
  return { name: pattern.exec(fileName)?.[1] ?? null, id: null };
}

function inMilliseconds(seconds: number | null | undefined): number | null {
  return typeof seconds === 'number' ? seconds * 1000 : null;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Meta writes each byte of UTF-8 as a character of its own: "Ã¼" for "ü". Text that is none of that stays. */
export function readable(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
