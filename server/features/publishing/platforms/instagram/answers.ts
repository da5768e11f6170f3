import { z } from 'zod';
import type { Answered, AnswersSession, ToldComment } from '../../answers/session.ts';
import { comparable, type Graph, idSchema, parsed, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import type { InstagramSecret } from './account.ts';

const PAGES_MAX = 10;
const OWN = 'id,text,timestamp,username,from,hidden';

const oneSchema = z.object({
  id: idSchema,
  text: z.string().catch(''),
  timestamp: timeSchema,
  username: z.string().optional().catch(undefined),
  from: z.object({ id: z.string(), username: z.string().optional() }).optional().catch(undefined),
  hidden: z.boolean().optional().catch(undefined),
});
type One = z.infer<typeof oneSchema>;
const commentSchema = oneSchema.extend({
  replies: z
    .object({ data: z.array(oneSchema), paging: z.object({ next: z.string().optional() }).optional() })
    .optional()
    .catch(undefined),
});
const createdSchema = z.object({ id: idSchema });

/**
 * Comments below an account's media. The API has no likes of comments. Only a comment can be replied to: a reply to a
 * reply is sent to the comment above it.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment
 */
export function answersOf(graph: Graph, account: InstagramSecret): AnswersSession {
  const topOf = (to: Answered) => (to.kind === 'reply' && to.parentId !== null ? to.parentId : to.remoteId);
  return {
    async below(parts) {
      const [main] = parts;
      if (!main) return null;
      const query = { fields: `${OWN},replies.limit(50){${OWN}}`, limit: '50' };
      const request = { step: 'read comments', path: `/${main.remoteId}/comments`, query };
      try {
        const { entries, isWhole } = await readList(graph, commentSchema, request, { pages: PAGES_MAX });
        const ids = new Set(parts.map(({ remoteId }) => remoteId));
        const comments = entries.flatMap((one) => [
          toldOf(one, main.remoteId, null, account),
          ...(one.replies?.data ?? []).map((reply) => toldOf(reply, main.remoteId, one.id, account)),
        ]);
        const hasMore = entries.some(({ replies }) => replies?.paging?.next !== undefined);
        return { comments: comments.filter(({ remoteId }) => !ids.has(remoteId)), isWhole: isWhole && !hasMore };
      } catch (error) {
        // The post may also be inaccessible, so this proves nothing about its comments.
        if (isGone(error)) return { comments: [], isWhole: false };
        throw error;
      }
    },

    async reply({ text, to }, begin) {
      await begin();
      const request = { step: 'reply', path: `/${topOf(to)}/replies`, form: { message: text }, isIrreversible: true };
      const { id } = parsed(createdSchema, await graph.send(request), { isIrreversible: true });
      return { remoteId: id, url: to.post[0]?.url ?? profileOf(account.username) };
    },

    async findReply({ text, to, taken }) {
      const query = { fields: 'id,text,timestamp,username', limit: '50' };
      const request = { step: 'look for the reply', path: `/${topOf(to)}/replies`, query };
      const { entries, isWhole } = await readList(graph, oneSchema, request, { pages: PAGES_MAX });
      const others = new Set(await taken());
      const found = entries.find(
        (one) =>
          !others.has(one.id) &&
          (one.username === undefined || one.username === account.username) &&
          comparable(one.text) === comparable(text),
      );
      if (found)
        return { found: 'yes', part: { remoteId: found.id, url: to.post[0]?.url ?? profileOf(account.username) } };
      return isWhole ? { found: 'no' } : { found: 'unclear', why: TOO_MANY };
    },

    async removeReply({ remoteId }) {
      await graph.send({ step: 'delete', method: 'DELETE', path: `/${remoteId}` }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },

    async hide({ remoteId }, isHidden) {
      await graph.send({ step: 'hide', path: `/${remoteId}`, form: { hide: String(isHidden) } });
    },
  };
}

function toldOf(
  one: One,
  mediaId: string,
  above: string | null,
  { igId, username: own }: InstagramSecret,
): ToldComment {
  const username = one.username ?? one.from?.username ?? '';
  const isOwn = one.from?.id === igId || (username !== '' && username === own);
  return {
    remoteId: one.id,
    parentId: above ?? mediaId,
    posts: [mediaId],
    kind: above === null ? 'comment' : 'reply',
    isOwn,
    author: {
      id: one.from?.id ?? '',
      name: username,
      handle: username,
      url: username === '' ? null : profileOf(username),
      picture: null,
    },
    text: one.text,
    url: null,
    at: new Date(one.timestamp).toISOString(),
    editedAt: null,
    liked: null,
    hidden: one.hidden ?? null,
    likeRef: null,
    // A hidden comment cannot be replied to, and an account's own cannot be hidden.
    can: [...(one.hidden ? [] : (['reply'] as const)), ...(isOwn ? [] : (['hide'] as const))],
  };
}

function profileOf(username: string): string {
  return `https://www.instagram.com/${encodeURIComponent(username)}/`;
}

const TOO_MANY = 'It has too many replies, and older ones were not read. Look on Instagram.';
