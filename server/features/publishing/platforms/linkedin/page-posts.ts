import { z } from 'zod';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { endsOf, mayBeThereSince } from '../kit/reading-back.ts';
import { type LinkedInApi, parsed } from './api.ts';
import { plainText } from './little-text.ts';
import { commentSchema, commentsPath } from './posts.ts';

const PAGE_SIZE = 50;
const PAGES_MAX = 10;

const time = z.number().nonnegative().catch(0);
const listedSchema = z.object({
  id: z.string(),
  commentary: z.string().catch(''),
  createdAt: time,
  lastModifiedAt: time,
  lifecycleState: z.string().catch(''),
  content: z
    .object({ media: z.object({ id: z.string() }).optional(), multiImage: z.unknown().optional() })
    .optional()
    .catch(undefined),
});
type Listed = z.infer<typeof listedSchema>;
const listSchema = z.object({ elements: z.array(listedSchema).max(1000) });
const commentsSchema = z.object({
  elements: z
    .array(commentSchema.extend({ actor: z.string(), message: z.object({ text: z.string().catch('') }) }))
    .max(1000),
});
/**
 * Looks up a page's post by its id, else by its text among the page's posts since its time; then the comment below it.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#find-posts-by-authors
 */
export async function findPagePost(api: LinkedInApi, author: string, post: OutgoingPost): Promise<Found> {
  const { known = [] } = post;
  const [main] = endsOf(known);
  if (main && !(await isThere(api, main))) return { found: 'gone' };
  const parts = [...known];
  if (parts.length === 0) {
    const found = await search(api, author, post);
    if (!('id' in found)) return found;
    parts.push({ remoteId: found.id, url: `${api.site}/feed/update/${found.id}/` });
  }
  const [first] = parts;
  const comment = post.parts[1];
  if (first && comment !== undefined && parts.length === 1) {
    const remoteId = await findComment(api, author, first, comment);
    if (remoteId === null) return { found: 'some', parts };
    parts.push({ remoteId, url: first.url });
  }
  return { found: 'all', parts };
}

async function isThere(api: LinkedInApi, { remoteId }: PublishedPart): Promise<boolean> {
  const path = `/rest/posts/${encodeURIComponent(remoteId)}`;
  return (await api.send({ step: 'look for the post', path, accepts: [404] })).status !== 404;
}

/** The oldest match since the post's time. Posts are listed by their last change, latest first. */
async function search(api: LinkedInApi, author: string, post: OutgoingPost): Promise<Listed | Found> {
  const taken = new Set(await post.taken?.());
  let match: Listed | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await api.send({
      step: 'look for the post',
      path: '/rest/posts',
      query: {
        author,
        q: 'author',
        count: String(PAGE_SIZE),
        start: String(page * PAGE_SIZE),
        sortBy: 'LAST_MODIFIED',
      },
      headers: { 'x-restli-method': 'FINDER' },
    });
    const { elements } = parsed(listSchema, answer);
    const since = mayBeThereSince(post, answer.headers, api.calls.now());
    for (const one of elements)
      if (
        one.createdAt >= since &&
        !taken.has(one.id) &&
        isSame(one, post) &&
        (!match || one.createdAt < match.createdAt)
      )
        match = one;
    const last = elements.at(-1);
    if (!last || last.lastModifiedAt < since) return match ?? { found: 'none' };
  }
  return match ?? { found: 'unclear', why: TOO_MANY };
}

function isSame({ commentary, lifecycleState, content }: Listed, { parts, media, document }: OutgoingPost): boolean {
  if (lifecycleState !== 'PUBLISHED' || comparable(plainText(commentary)) !== comparable(parts[0] ?? '')) return false;
  if (media.length === 0) return true;
  const kind = document ? 'document' : media[0]?.kind;
  if (media.length > 1 && !document) return content?.multiImage !== undefined;
  return content?.media?.id.startsWith(`urn:li:${kind}:`) === true;
}

/** Normalises a text for comparison: platforms change whitespace and the composition of characters. */
function comparable(text: string): string {
  return text.normalize('NFC').replace(/[\s\u200b\ufeff]+/g, '');
}

async function findComment(
  api: LinkedInApi,
  author: string,
  { remoteId }: PublishedPart,
  text: string,
): Promise<string | null> {
  const query = { count: '100' };
  const answer = await api.send({ step: 'look for the comment', path: commentsPath(remoteId), query });
  const comments = parsed(commentsSchema, answer).elements;
  const own = comments.find(({ actor, message }) => actor === author && comparable(message.text) === comparable(text));
  return own?.commentUrn ?? null;
}

const TOO_MANY = 'The page has published too many posts since then; older ones were not read.';
