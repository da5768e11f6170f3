import { z } from 'zod';
import type { AnswerAction } from '../../../../../shared/answers/answers.ts';
import type { Answered, AnswersSession, ToldComment } from '../../answers/session.ts';
import { webAddress } from '../kit/server-address.ts';
import { comparable, type Graph, idSchema, parsed, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import { type PageAccount, removeParts } from './posts.ts';

const PAGES_MAX = 10;
const FIELDS =
  'id,message,from,created_time,is_hidden,user_likes,can_comment,can_hide,can_like,permalink_url,parent{id}';

const can = z.boolean().optional().catch(undefined);
const commentSchema = z.object({
  id: idSchema,
  message: z.string().catch(''),
  /** Absent for users who hide their identity from apps. */
  from: z
    .object({ id: idSchema, name: z.string().catch('') })
    .optional()
    .catch(undefined),
  created_time: timeSchema,
  is_hidden: can,
  user_likes: can,
  can_comment: can,
  can_hide: can,
  can_like: can,
  permalink_url: z.string().optional().catch(undefined),
  parent: z.object({ id: idSchema }).optional().catch(undefined),
});
type Comment = z.infer<typeof commentSchema>;
const createdSchema = z.object({ id: idSchema });

/**
 * Comments below a Page's posts. Reading them needs the permission pages_read_user_content in addition to those for
 * posting.
 * https://developers.facebook.com/docs/graph-api/reference/object/comments and
 * https://developers.facebook.com/docs/graph-api/reference/comment
 */
export function answersOf(graph: Graph, { pageId }: PageAccount): AnswersSession {
  return {
    async below(parts) {
      const [main] = parts;
      if (!main) return null;
      const query = { fields: FIELDS, filter: 'stream', order: 'reverse_chronological', limit: '100' };
      const request = { step: 'read comments', path: `/${main.remoteId}/comments`, query };
      try {
        const { entries, isWhole } = await readList(graph, commentSchema, request, { pages: PAGES_MAX });
        const ids = new Set(parts.map(({ remoteId }) => remoteId));
        return {
          comments: entries.filter(({ id }) => !ids.has(id)).map((one) => toldOf(one, main.remoteId, pageId)),
          isWhole,
        };
      } catch (error) {
        // The post may also be inaccessible, so this proves nothing about its comments.
        if (isGone(error)) return { comments: [], isWhole: false };
        throw error;
      }
    },

    async reply({ text, to }, begin) {
      await begin();
      const request = {
        step: 'reply',
        path: `/${to.remoteId}/comments`,
        form: { message: text },
        isIrreversible: true,
      };
      const { id } = parsed(createdSchema, await graph.send(request), { isIrreversible: true });
      return { remoteId: id, url: linkTo(graph, id) };
    },

    async findReply({ text, to, taken }) {
      const query = { fields: 'id,message,from,created_time', limit: '100' };
      const request = { step: 'look for the reply', path: `/${to.remoteId}/comments`, query };
      const { entries, isWhole } = await readList(graph, commentSchema, request, { pages: PAGES_MAX });
      const others = new Set(await taken());
      const found = entries.find(
        ({ id, message, from }) =>
          !others.has(id) && (from === undefined || from.id === pageId) && comparable(message) === comparable(text),
      );
      if (found) return { found: 'yes', part: { remoteId: found.id, url: linkTo(graph, found.id) } };
      return isWhole ? { found: 'no' } : { found: 'unclear', why: TOO_MANY };
    },

    removeReply: (part) => removeParts(graph, [part]),

    /** https://developers.facebook.com/docs/graph-api/reference/object/likes */
    async like(to: Answered, isLiked) {
      const method = isLiked ? 'POST' : 'DELETE';
      await graph.send({ step: isLiked ? 'like' : 'unlike', method, path: `/${to.remoteId}/likes` });
      return null;
    },

    async hide({ remoteId }, isHidden) {
      await graph.send({ step: 'hide', path: `/${remoteId}`, form: { is_hidden: String(isHidden) } });
    },
  };
}

function toldOf(one: Comment, postId: string, pageId: string): ToldComment {
  const { id, message, from, parent } = one;
  const isOwn = from?.id === pageId;
  const allowed: AnswerAction[] = [
    ...(one.can_comment === false ? [] : (['reply'] as const)),
    ...(one.can_like === false ? [] : (['like'] as const)),
    ...(one.can_hide === false || isOwn ? [] : (['hide'] as const)),
  ];
  return {
    remoteId: id,
    parentId: parent?.id ?? postId,
    posts: [postId],
    kind: parent ? 'reply' : 'comment',
    isOwn,
    author: { id: from?.id ?? '', name: from?.name ?? '', handle: '', url: null, picture: null },
    text: message,
    url: webAddress(one.permalink_url),
    at: new Date(one.created_time).toISOString(),
    editedAt: null,
    liked: one.user_likes ?? null,
    hidden: one.is_hidden ?? null,
    likeRef: null,
    can: allowed,
  };
}

function linkTo({ api }: Graph, id: string): string {
  return `${api.site}/${id}`;
}

const TOO_MANY = 'It has too many replies, and older ones were not read. Look on Facebook.';
