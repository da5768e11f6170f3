import { z } from 'zod';
import type { AnswersSession, OutgoingReply, ToldComment } from '../../answers/session.ts';
import type { OutgoingPost } from '../../publisher.ts';
import { webAddress } from '../kit/server-address.ts';
import { type Graph, idSchema, readList, timeSchema } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import type { ThreadsSecret } from './account.ts';
import { createContainer } from './containers.ts';
import { findPost, publishContainer, removeParts } from './posts.ts';

const PAGES_MAX = 20;
const MENTION_PAGES_MAX = 5;
const MENTION_FIELDS = 'id,text,username,permalink,timestamp,replied_to,root_post,profile_picture_url';
const FIELDS = 'id,text,username,permalink,timestamp,replied_to,is_reply_owned_by_me,hide_status,profile_picture_url';

const text = z.string().catch('');
const replySchema = z.object({
  id: idSchema,
  text,
  /** Only sent for public profiles and the account's own. */
  username: text,
  permalink: z.string().optional().catch(undefined),
  profile_picture_url: z.string().optional().catch(undefined),
  timestamp: timeSchema,
  replied_to: z.object({ id: idSchema }).optional().catch(undefined),
  root_post: z.object({ id: idSchema }).optional().catch(undefined),
  is_reply_owned_by_me: z.boolean().catch(false),
  hide_status: z.string().optional().catch(undefined),
});
type Reply = z.infer<typeof replySchema>;

/**
 * Replies below a profile's posts, at any depth, which need the permissions threads_read_replies and
 * threads_manage_replies. Apps cannot like them. Only a direct reply to the post can be hidden, together with
 * everything below it.
 * https://developers.facebook.com/documentation/threads/retrieve-and-manage-replies/replies-and-conversations and
 * https://developers.facebook.com/documentation/threads/reply-management
 */
export function answersOf(graph: Graph, account: ThreadsSecret): AnswersSession {
  const { userId, lacks } = account;
  return {
    ...(lacks?.includes('answers') !== true && {
      /** Mentions, newest first. https://developers.facebook.com/docs/threads/threads-mentions */
      async incoming(since: string | null) {
        const query = { fields: MENTION_FIELDS };
        const request = { step: 'read mentions', path: `/${userId}/mentions`, query };
        const latest = since === null ? 0 : Date.parse(since);
        const isBefore = ({ timestamp }: Reply) => timestamp < latest;
        const { entries } = await readList(graph, replySchema, request, { pages: MENTION_PAGES_MAX, isBefore });
        // If there are none yet, everything from now on is new.
        const from = since === null && entries.length === 0 ? graph.calls.now().getTime() : latest;
        const newest = Math.max(from, ...entries.map(({ timestamp }) => timestamp));
        return {
          comments: entries.map((one) => mentionOf(graph, one, account)),
          cursor: new Date(newest).toISOString(),
          reads: 0,
        };
      },
    }),

    async below(parts) {
      const [main] = parts;
      if (!main) return null;
      const query = { fields: FIELDS, reverse: 'true' };
      const request = { step: 'read replies', path: `/${main.remoteId}/conversation`, query };
      try {
        const { entries, isWhole } = await readList(graph, replySchema, request, { pages: PAGES_MAX });
        const ids = parts.map(({ remoteId }) => remoteId);
        return {
          comments: entries.filter(({ id }) => !ids.includes(id)).map((one) => toldOf(graph, one, ids, account)),
          isWhole,
        };
      } catch (error) {
        // The post may also be inaccessible, so this proves nothing about its replies.
        if (isGone(error)) return { comments: [], isWhole: false };
        throw error;
      }
    },

    /** https://developers.facebook.com/documentation/threads/retrieve-and-manage-replies/create-replies */
    async reply(reply, begin) {
      const post = asThread(reply);
      // A container is invisible until it is published.
      const container = await createContainer(graph, post, 1, reply.to.remoteId);
      await begin();
      return await publishContainer(graph, account, post, post.known ?? [], container);
    },

    async findReply(reply) {
      const found = await findPost(graph, account, asThread(reply));
      if (found.found === 'unclear') return { found: 'unclear', why: found.why };
      if (found.found === 'gone') return { found: 'unclear', why: GONE };
      const part = found.found === 'all' ? found.parts.at(-1) : undefined;
      return part ? { found: 'yes', part } : { found: 'no' };
    },

    removeReply: (part) => removeParts(graph, [part]),

    async hide({ remoteId }, isHidden) {
      const form = { hide: String(isHidden) };
      await graph.send({ step: isHidden ? 'hide' : 'show', path: `/${remoteId}/manage_reply`, form });
    },
  };
}

/** A thread of two parts: the answered post, which exists already, and the reply. */
function asThread({ key, text: words, createdAt, clock, taken, to }: OutgoingReply): OutgoingPost {
  const known = [{ remoteId: to.remoteId, url: '' }];
  return { key, dueAt: createdAt, parts: ['', words], known, media: [], clock, taken };
}

function toldOf({ api }: Graph, one: Reply, ids: readonly string[], { username: own }: ThreadsSecret): ToldComment {
  const { id, username, replied_to: answered, hide_status: status } = one;
  const [main = ''] = ids;
  const parentId = answered?.id ?? main;
  const isOwn = one.is_reply_owned_by_me || (username !== '' && username === own);
  return {
    remoteId: id,
    parentId,
    posts: [main],
    kind: ids.includes(parentId) ? 'comment' : 'reply',
    isOwn,
    author: {
      id: username,
      name: username,
      handle: username,
      url: username === '' ? null : `${api.site}/@${encodeURIComponent(username)}`,
      picture: webAddress(one.profile_picture_url),
    },
    text: one.text,
    url: webAddress(one.permalink),
    at: new Date(one.timestamp).toISOString(),
    editedAt: null,
    liked: null,
    hidden: status === undefined ? null : status === 'HIDDEN',
    likeRef: null,
    can: ['reply', ...(parentId === main && !isOwn ? (['hide'] as const) : [])],
  };
}

/** Allows no actions: Threads does not say whether an app may answer posts that are not below its account's own. */
function mentionOf(graph: Graph, one: Reply, account: ThreadsSecret): ToldComment {
  const above = [one.replied_to, one.root_post].flatMap((post) => post?.id ?? []);
  const told = toldOf(graph, one, [], account);
  return { ...told, parentId: above[0] ?? null, posts: above, kind: 'mention', hidden: null, can: [] };
}

const GONE = 'The answer is no longer there: it was deleted, or its author has blocked this account.';
