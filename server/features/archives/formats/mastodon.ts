import { z } from 'zod';
import { textOfHtml } from '../../../../shared/web/html-text.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { type JsonPath, jsonItems } from '../reading/json-items.ts';
import { countOf, type Entry, entryOf, type Format, NOBODY, type Owner } from './format.ts';

/**
 * Mastodon's archive, a tar.gz or zip: outbox.json is an ActivityPub collection. It also contains direct messages,
 * which differ only in their recipients and are never kept. https://docs.joinmastodon.org/user/moving/#export
 */
const OUTBOX = /^([^/]+\/)?outbox\.json$/;
const ACTOR = /^([^/]+\/)?actor\.json$/;
const EVERYONE = ['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public'];

const listSchema = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]);
const totalSchema = z.object({ totalItems: z.unknown().optional() }).nullish().catch(null);
const activitySchema = z.object({
  type: z.string(),
  to: listSchema,
  cc: listSchema,
  object: z.unknown().optional(),
});
const noteSchema = z.object({
  id: z.string().max(500),
  url: z.string().nullish(),
  content: z.string().catch(''),
  summary: z.string().nullish(),
  published: z.string(),
  inReplyTo: z.string().nullish().catch(null),
  attachment: z.array(z.object({ mediaType: z.string().catch(''), name: z.string().nullish() })).catch([]),
  likes: totalSchema,
  shares: totalSchema,
});
const ACTOR_NAMES: readonly JsonPath[] = [['preferredUsername'], ['id']];

export const mastodon: Format = {
  platform: 'mastodon',
  files: (names) => ({
    posts: names.filter((name) => OUTBOX.test(name)),
    owner: names.find((name) => ACTOR.test(name)) ?? null,
  }),
  async ownerOf(archive, file) {
    if (file === null) return NOBODY;
    let name = '';
    let id = '';
    for await (const { path, value } of jsonItems(archive.open(file), ACTOR_NAMES)) {
      if (typeof value !== 'string') continue;
      if (path[0] === 'id') id = value;
      else name = value;
    }
    const host = parseUrl(id)?.host ?? '';
    return { name: name && host ? `@${name}@${host}`.slice(0, 200) : null, id: id || null };
  },
  async *read(archive, files, owner) {
    for (const file of files)
      for await (const { value } of jsonItems(archive.open(file), [['orderedItems', '*']])) yield asEntry(value, owner);
  },
};

function asEntry(value: unknown, { id: actor }: Owner): Entry {
  const activity = activitySchema.safeParse(value);
  if (!activity.success) return { skipped: 'unreadable' };
  const { type, to, cc, object } = activity.data;
  if (type !== 'Create') return { skipped: 'repost' };
  if (![...to, ...cc].some((one) => EVERYONE.includes(one))) return { skipped: 'private' };
  const told = noteSchema.safeParse(object);
  if (!told.success) return { skipped: 'unreadable' };
  const { id, url, content, summary, published, inReplyTo, attachment, likes, shares } = told.data;
  const liked = countOf(likes?.totalItems);
  const shared = countOf(shares?.totalItems);
  return entryOf({
    remoteId: id,
    url: url ?? id,
    text: [
      summary ?? '',
      textOfHtml(content)
        .replace(/\n{2,}/g, '\n\n')
        .trim(),
    ]
      .filter(Boolean)
      .join('\n\n'),
    postedAt: Date.parse(published),
    isReply: typeof inReplyTo === 'string' && (actor === null || !inReplyTo.startsWith(`${actor}/`)),
    media: attachment.map(({ mediaType, name }) => ({
      kind: mediaType.startsWith('video/') ? ('video' as const) : ('image' as const),
      ...(name && { alt: name }),
    })),
    figures: { ...(liked !== undefined && { likes: liked }), ...(shared !== undefined && { shares: shared }) },
  });
}
