import { z } from 'zod';
import type { AnswersSession, OutgoingReply, ToldComment } from '../../answers/session.ts';
import { type OutgoingPost, PublishError } from '../../publisher.ts';
import { webAddress } from '../kit/server-address.ts';
import type { XAccount } from './account.ts';
import { parsed, type XApi, xIdSchema } from './api.ts';
import { findPost, postSchema, publishParts, removeParts, wholeText } from './posts.ts';

/**
 * X charges for each post read, and perhaps for its author too, which is not documented: each is counted at the price
 * of reading an account. When an account is read for the first time, only a few older posts are requested.
 */
const FIRST_SIZE = 20;
const PAGE_SIZE = 100;
/** X accepts no smaller page. https://docs.x.com/x-api/users/get-mentions */
const PAGE_MIN = 5;
/** Pages read at a time, so that a budget is not exceeded by much. */
const PAGES_MAX = 2;
const FIELDS = 'author_id,conversation_id,created_at,entities,in_reply_to_user_id,note_tweet,referenced_tweets';

const mentionSchema = postSchema.extend({
  author_id: xIdSchema,
  conversation_id: xIdSchema.optional().catch(undefined),
  created_at: z.iso.datetime({ offset: true }),
  in_reply_to_user_id: xIdSchema.optional().catch(undefined),
});
type Mention = z.infer<typeof mentionSchema>;
const authorSchema = z.object({
  id: xIdSchema,
  name: z.string().catch(''),
  username: z.string().catch(''),
  profile_image_url: z.string().optional().catch(undefined),
});
type Author = z.infer<typeof authorSchema>;
const known = <T>(entry: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => entry.safeParse(one).data ?? []));
const pageSchema = z.object({
  data: known(mentionSchema),
  includes: z.object({ users: known(authorSchema) }).catch({ users: [] }),
  meta: z
    .object({
      newest_id: xIdSchema.optional().catch(undefined),
      next_token: z.string().max(500).optional().catch(undefined),
      result_count: z.number().int().nonnegative().catch(0),
    })
    .catch({ result_count: 0 }),
});

/**
 * Mentions of an account, which include answers to it. X charges for each one read, and accepts replies from an
 * app only to posts that mention the account. Likes are not offered: it is unknown whether X accepts them from a user's
 * own app.
 * https://docs.x.com/x-api/users/get-mentions
 */
export function answersOf(api: XApi, account: XAccount): AnswersSession {
  return {
    fewest: PAGE_MIN,
    async incoming(since, most = Number.POSITIVE_INFINITY) {
      const comments: ToldComment[] = [];
      let newest = since;
      let reads = 0;
      let next: string | undefined;
      for (let page = 0; page < (since === null ? 1 : PAGES_MAX); page++) {
        const size = Math.min(since === null ? FIRST_SIZE : PAGE_SIZE, most - reads);
        if (size < PAGE_MIN) break;
        const answer = await api.send({
          step: 'read what came in',
          path: `/users/${account.userId}/mentions`,
          query: {
            max_results: String(size),
            'tweet.fields': FIELDS,
            expansions: 'author_id',
            'user.fields': 'name,profile_image_url,username',
            ...(since !== null && { since_id: since }),
            ...(next !== undefined && { pagination_token: next }),
          },
        });
        const { data, includes, meta } = parsed(pageSchema, answer);
        if (page === 0) newest = meta.newest_id ?? since;
        reads += meta.result_count;
        comments.push(
          ...data.map((one) =>
            toldOf(
              api,
              one,
              includes.users.find(({ id }) => id === one.author_id),
              account,
            ),
          ),
        );
        next = meta.next_token;
        if (next === undefined) break;
      }
      return { comments, cursor: newest, reads };
    },

    /** https://docs.x.com/x-api/posts/create-post */
    async reply(reply, begin) {
      const post = asThread(reply);
      await begin();
      const parts = await publishParts(api, account, post, [], post.known ?? [], async () => undefined);
      const part = parts.at(-1);
      if (!part || parts.length < post.parts.length) throw new PublishError('unknown', 'X returned no reply.');
      return part;
    },

    async findReply(reply) {
      const found = await findPost(api, account, asThread(reply));
      if (found.found === 'unclear') return { found: 'unclear', why: found.why };
      if (found.found === 'gone') return { found: 'unclear', why: GONE };
      const part = found.found === 'all' ? found.parts.at(-1) : undefined;
      return part ? { found: 'yes', part } : { found: 'no' };
    },

    removeReply: (part) => removeParts(api, [part]),

    /** https://docs.x.com/x-api/posts/hide-reply */
    async hide({ remoteId }, hidden) {
      const step = hidden ? 'hide' : 'show';
      await api.send({ step, method: 'PUT', path: `/tweets/${remoteId}/hidden`, json: { hidden } });
    },
  };
}

/** A thread of two parts: the answered post, which exists already, and the reply. */
function asThread({ key, text, createdAt, clock, taken, to }: OutgoingReply): OutgoingPost {
  const there = [{ remoteId: to.remoteId, url: '' }];
  return { key, dueAt: createdAt, parts: ['', text], known: there, media: [], clock, taken };
}

function toldOf({ site }: XApi, one: Mention, author: Author | undefined, { userId }: XAccount): ToldComment {
  const { id, author_id: authorId, conversation_id: conversation } = one;
  const parentId = one.referenced_tweets.find(({ type }) => type === 'replied_to')?.id ?? null;
  const isToUs = parentId !== null && one.in_reply_to_user_id === userId;
  const isOwn = authorId === userId;
  const handle = author?.username ?? '';
  const isBelowPost = isToUs && parentId === conversation;
  return {
    remoteId: id,
    parentId,
    posts: [parentId, conversation ?? null].flatMap((one) => one ?? []),
    kind: isBelowPost ? 'comment' : isToUs ? 'reply' : 'mention',
    isOwn,
    author: {
      id: authorId,
      name: author?.name ?? '',
      handle,
      url: handle === '' ? null : `${site}/${handle}`,
      picture: webAddress(author?.profile_image_url),
    },
    text: wholeText(one),
    url: `${site}/${handle === '' ? 'i' : handle}/status/${id}`,
    at: one.created_at,
    editedAt: null,
    liked: null,
    hidden: null,
    likeRef: null,
    // Only possible in a conversation that the account started.
    can: ['reply', ...(isBelowPost && !isOwn ? (['hide'] as const) : [])],
  };
}

const GONE = 'The answer is no longer there: it was deleted, or its author has blocked this account.';
