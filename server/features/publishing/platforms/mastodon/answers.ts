import { z } from 'zod';
import { textOfHtml } from '../../../../../shared/web/html-text.ts';
import type { AnswersSession, OutgoingReply, ToldComment } from '../../answers/session.ts';
import { type OutgoingPost, PublishError } from '../../publisher.ts';
import type { MastodonSecret } from './account.ts';
import { type MastodonApi, parsed, remoteIdSchema } from './api.ts';
import { findPost, publishParts, removeParts } from './posts.ts';

const PAGE_SIZE = 40;
/** Pages of notifications read at a time. Older answers are found below their post. */
const PAGES_MAX = 5;
/**
 * How many answers below a status a server returns to its own accounts:
 * https://docs.joinmastodon.org/methods/statuses/#context
 */
const BELOW_MAX = 4_000;

const time = z.iso.datetime({ offset: true });
const statusSchema = z.object({
  id: remoteIdSchema,
  url: z.string().nullish().catch(null),
  created_at: time,
  edited_at: time.nullish().catch(null),
  content: z.string().nullish(),
  spoiler_text: z.string().nullish().catch(null),
  visibility: z.string().catch('public'),
  in_reply_to_id: remoteIdSchema.nullish(),
  in_reply_to_account_id: remoteIdSchema.nullish(),
  favourited: z.boolean().nullish().catch(null),
  account: z.object({
    id: remoteIdSchema,
    acct: z.string().max(500),
    display_name: z.string().catch(''),
    url: z.string().nullish().catch(null),
    avatar: z.string().nullish().catch(null),
  }),
});
type Status = z.infer<typeof statusSchema>;
const notificationSchema = z.object({ id: remoteIdSchema, type: z.string(), status: statusSchema });
const notificationIdSchema = z.object({ id: remoteIdSchema });

/**
 * Answers to an account. A status addressed to it alone (visibility "direct") is a private message, and never read.
 * https://docs.joinmastodon.org/methods/notifications/#get and https://docs.joinmastodon.org/methods/statuses/#context
 */
export function answersOf(api: MastodonApi, account: MastodonSecret): AnswersSession {
  const readNow = async (id: string): Promise<Status> => {
    const answer = await api.send({ step: 'read the answer', path: statusPath(id), accepts: [404, 410] });
    if (answer.status === 404 || answer.status === 410) throw new PublishError('rejected', GONE);
    return parsed(statusSchema, answer);
  };
  const favourite = async (id: string, isLiked: boolean) => {
    const path = `${statusPath(id)}/${isLiked ? 'favourite' : 'unfavourite'}`;
    const answer = await api.send({ step: isLiked ? 'like' : 'unlike', method: 'POST', path, accepts: [404, 410] });
    if (isLiked && (answer.status === 404 || answer.status === 410)) throw new PublishError('rejected', GONE);
  };
  return {
    async incoming(since) {
      const comments: ToldComment[] = [];
      let newest: string | null = null;
      let before: string | undefined;
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await api.send({
          step: 'read what came in',
          path: '/api/v1/notifications',
          query: {
            'types[]': 'mention',
            limit: String(PAGE_SIZE),
            ...(since !== null && { since_id: since }),
            ...(before !== undefined && { max_id: before }),
          },
        });
        const listed = parsed(z.array(notificationIdSchema.loose()), answer);
        newest ??= listed[0]?.id ?? null;
        before = listed.at(-1)?.id;
        comments.push(
          ...listed.flatMap((one) => {
            const { data } = notificationSchema.safeParse(one);
            return data?.type === 'mention' && data.status.visibility !== 'direct' ? toldOf(data.status, account) : [];
          }),
        );
        if (listed.length < PAGE_SIZE) break;
      }
      return { comments, cursor: newest ?? since, reads: 0 };
    },

    async below(parts) {
      const [first] = parts;
      if (!first) return null;
      const path = `${statusPath(first.remoteId)}/context`;
      const answer = await api.send({ step: 'read the thread', path, accepts: [404, 410] });
      if (answer.status === 404 || answer.status === 410) return null;
      const { descendants } = parsed(z.object({ descendants: z.array(z.unknown()) }), answer);
      const ids = new Set(parts.map(({ remoteId }) => remoteId));
      const comments = descendants.flatMap((one) => {
        const { data } = statusSchema.safeParse(one);
        const isShown = data && data.visibility !== 'direct' && !ids.has(data.id);
        return isShown ? { ...toldOf(data, account), kind: ids.has(data.in_reply_to_id ?? '') ? COMMENT : REPLY } : [];
      });
      return { comments, isWhole: descendants.length < BELOW_MAX };
    },

    async reply(reply, begin) {
      const { visibility, account: author } = await readNow(reply.to.remoteId);
      const post = asThread(reply, author.acct, visibility);
      await begin();
      const parts = await publishParts(api, account, post, [], post.known ?? [], async () => undefined);
      const part = parts.at(-1);
      if (!part || parts.length < post.parts.length) throw new PublishError('unknown', 'The server returned no reply.');
      return part;
    },

    async findReply(reply) {
      const found = await findPost(api, account, asThread(reply, reply.to.author.handle, undefined));
      if (found.found === 'unclear') return { found: 'unclear', why: found.why };
      if (found.found === 'gone') return { found: 'unclear', why: GONE };
      const part = found.found === 'all' ? found.parts.at(-1) : undefined;
      return part ? { found: 'yes', part } : { found: 'no' };
    },

    removeReply: (part) => removeParts(api, [part]),

    async like(to, isLiked) {
      await favourite(to.remoteId, isLiked);
      return null;
    },
  };
}

const COMMENT = 'comment' as const;
const REPLY = 'reply' as const;
const GONE = 'The answer is no longer there: it was deleted, or its author has blocked this account.';

/**
 * A thread of two parts: the answered status, which exists already, and the reply. The reply must mention the author of
 * the answered status, or they are not notified.
 */
function asThread(
  { key, text, createdAt, clock, taken, to }: OutgoingReply,
  acct: string,
  visibility?: string,
): OutgoingPost {
  const named = text.toLowerCase().includes(`@${acct.toLowerCase()}`) ? text : `@${acct} ${text}`;
  return {
    key,
    dueAt: createdAt,
    parts: ['', named],
    known: [{ remoteId: to.remoteId, url: '' }],
    media: [],
    clock,
    taken,
    ...(visibility !== undefined && { options: { visibility } }),
  };
}

function toldOf(status: Status, { accountId }: MastodonSecret): ToldComment {
  const { id, account, in_reply_to_id: parentId = null, in_reply_to_account_id: answered } = status;
  const text = textOfHtml(status.content ?? '').trim();
  return {
    remoteId: id,
    parentId,
    posts: parentId === null ? [] : [parentId],
    kind: parentId !== null && answered === accountId ? COMMENT : 'mention',
    isOwn: account.id === accountId,
    author: {
      id: account.id,
      name: account.display_name,
      handle: account.acct,
      url: account.url ?? null,
      picture: account.avatar ?? null,
    },
    text: [status.spoiler_text, text].filter(Boolean).join('\n'),
    url: status.url ?? null,
    at: status.created_at,
    editedAt: status.edited_at ?? null,
    liked: status.favourited ?? null,
    hidden: null,
    likeRef: null,
    can: ['reply', 'like'],
  };
}

function statusPath(id: string): string {
  return `/api/v1/statuses/${encodeURIComponent(id)}`;
}
