import { z } from 'zod';
import type { Answered, AnswersSession, ToldComment } from '../../answers/session.ts';
import { webAddress } from '../kit/server-address.ts';
import { idSchema, YOUTUBE, type YouTubeSecret } from './account.ts';
import { parsed, reasonOf, type YouTubeApi } from './api.ts';
import { commentPart, comparable } from './videos.ts';

const PAGE_SIZE = '100';
/** Limit of pages of threads, and of replies below one. Each page costs a unit of the project's 10,000 a day. */
const PAGES_MAX = 10;
/** Threads whose further replies are read at a time: a thread itself contains at most five. */
const READ_ON_MAX = 20;
/** How soon a new reply is assumed to be listed: YouTube does not say. */
const LISTED_AFTER_MS = 60_000;

const time = z.iso.datetime({ offset: true });
const address = z.string().nullish().catch(null);
const commentSchema = z.object({
  id: idSchema,
  snippet: z.object({
    authorDisplayName: z.string().catch(''),
    authorChannelUrl: address,
    authorProfileImageUrl: address,
    authorChannelId: z.object({ value: z.string() }).optional().catch(undefined),
    /** Plain text, as requested; `textOriginal` is only sent to its author. */
    textDisplay: z.string().catch(''),
    publishedAt: time,
    updatedAt: time.nullish().catch(null),
  }),
});
type Comment = z.infer<typeof commentSchema>;
const threadSchema = z.object({
  snippet: z.object({
    canReply: z.boolean().catch(true),
    totalReplyCount: z.number().catch(0),
    topLevelComment: commentSchema,
  }),
  replies: z
    .object({ comments: z.array(commentSchema) })
    .optional()
    .catch(undefined),
});
const pageOf = <T>(entry: z.ZodType<T>) =>
  z.object({
    nextPageToken: z.string().max(500).optional().catch(undefined),
    items: z
      .array(z.unknown())
      .default([])
      .transform((all) => all.flatMap((one) => entry.safeParse(one).data ?? [])),
  });
const createdSchema = z.object({ id: idSchema });

/**
 * Comments below a channel's videos. The owner can hold them back and show them again; apps cannot like them. A reply
 * always belongs to a comment, never to a reply. https://developers.google.com/youtube/v3/docs/commentThreads and
 * https://developers.google.com/youtube/v3/docs/comments
 */
export function answersOf(api: YouTubeApi, { channelId }: Pick<YouTubeSecret, 'channelId'>): AnswersSession {
  const partOf = ({ post: [video] }: Answered, id: string) =>
    video ? commentPart(video.remoteId, id) : { remoteId: id, url: `${YOUTUBE}/channel/${channelId}` };
  const topOf = (to: Answered) => (to.kind === 'reply' && to.parentId !== null ? to.parentId : to.remoteId);
  const threadsOf = (videoId: string, moderationStatus: string) =>
    readPages(api, threadSchema, 'commentThreads', {
      part: 'snippet,replies',
      videoId,
      moderationStatus,
      order: 'time',
    });
  const repliesOf = (parentId: string) => readPages(api, commentSchema, 'comments', { part: 'snippet', parentId });
  return {
    async below(parts) {
      const [video] = parts;
      if (!video) return null;
      const shown = await threadsOf(video.remoteId, 'published');
      if (shown === 'gone') return null;
      // Includes what YouTube itself holds for the owner's review.
      const held = shown === 'closed' ? shown : await threadsOf(video.remoteId, 'heldForReview');
      if (shown === 'closed' || typeof held === 'string') return { comments: [], isWhole: false };
      let isWhole = shown.isWhole && held.isWhole;
      let readOn = 0;
      const comments: ToldComment[] = [];
      for (const [hidden, { entries }] of [[false, shown] as const, [true, held] as const]) {
        for (const { snippet, replies } of entries) {
          const top = snippet.topLevelComment;
          const told = (one: Comment, above: string | null) =>
            toldOf(one, { videoId: video.remoteId, above, channelId, hidden, canReply: snippet.canReply });
          let below = replies?.comments ?? [];
          if (snippet.totalReplyCount > below.length) {
            const all = readOn++ < READ_ON_MAX ? await repliesOf(top.id) : 'closed';
            if (typeof all !== 'string') below = all.entries;
            isWhole &&= typeof all !== 'string' && all.isWhole;
          }
          comments.push(told(top, null), ...below.map((one) => told(one, top.id)));
        }
      }
      const ids = new Set(parts.map(({ remoteId }) => remoteId));
      return { comments: comments.filter(({ remoteId }) => !ids.has(remoteId)), isWhole };
    },

    /** 50 units. https://developers.google.com/youtube/v3/docs/comments/insert */
    async reply({ text, to }, begin) {
      await begin();
      const answer = await api.send({
        step: 'reply',
        url: api.method('comments', { part: 'snippet' }),
        json: { snippet: { parentId: topOf(to), textOriginal: text } },
        isIrreversible: true,
      });
      return partOf(to, parsed(createdSchema, answer, { isIrreversible: true }).id);
    },

    async findReply({ text, to, taken, createdAt, clock }) {
      const listed = await repliesOf(topOf(to));
      // If the comment is gone, so are its replies.
      if (listed === 'gone') return { found: 'no' };
      if (listed === 'closed') return { found: 'unclear', why: CLOSED };
      const others = new Set(await taken());
      const found = listed.entries.find(
        ({ id, snippet: { authorChannelId, textDisplay } }) =>
          !others.has(id) && authorChannelId?.value === channelId && comparable(textDisplay) === comparable(text),
      );
      if (found) return { found: 'yes', part: partOf(to, found.id) };
      if (!listed.isWhole) return { found: 'unclear', why: TOO_MANY };
      const isListed = clock().getTime() - Date.parse(createdAt) > LISTED_AFTER_MS;
      return isListed ? { found: 'no' } : { found: 'unclear', why: NOT_YET };
    },

    /** 50 units. https://developers.google.com/youtube/v3/docs/comments/delete */
    async removeReply({ remoteId }) {
      const url = api.method('comments', { id: remoteId });
      await api.send({ step: 'delete', method: 'DELETE', url, accepts: [404] });
    },

    /**
     * A comment held for review can be listed and shown again; `rejected` would be final. 50 units.
     * https://developers.google.com/youtube/v3/docs/comments/setModerationStatus
     */
    async hide({ remoteId }, isHidden) {
      const moderationStatus = isHidden ? 'heldForReview' : 'published';
      const url = api.method('comments/setModerationStatus', { id: remoteId, moderationStatus });
      await api.send({ step: isHidden ? 'hide' : 'show', method: 'POST', url });
    },
  };
}

/** `closed`: comments are turned off; `gone`: there is no such video or comment. */
async function readPages<T>(
  api: YouTubeApi,
  entry: z.ZodType<T>,
  name: string,
  query: Record<string, string>,
): Promise<{ entries: T[]; isWhole: boolean } | 'closed' | 'gone'> {
  const entries: T[] = [];
  let pageToken: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const url = api.method(name, {
      ...query,
      maxResults: PAGE_SIZE,
      textFormat: 'plainText',
      ...(pageToken !== undefined && { pageToken }),
    });
    const answer = await api.send({ step: 'read comments', url, accepts: [404], acceptsReasons: ['commentsDisabled'] });
    if (answer.status === 404) return 'gone';
    if (reasonOf(answer) === 'commentsDisabled') return 'closed';
    const { items, nextPageToken } = parsed(pageOf(entry), answer);
    entries.push(...items);
    if (nextPageToken === undefined) return { entries, isWhole: true };
    pageToken = nextPageToken;
  }
  return { entries, isWhole: false };
}

type Place = { videoId: string; above: string | null; channelId: string; hidden: boolean; canReply: boolean };

function toldOf({ id, snippet }: Comment, { videoId, above, channelId, hidden, canReply }: Place): ToldComment {
  const { authorDisplayName: name, authorChannelId, textDisplay, publishedAt, updatedAt } = snippet;
  const isOwn = authorChannelId?.value === channelId;
  return {
    remoteId: id,
    parentId: above ?? videoId,
    posts: [videoId],
    kind: above === null ? 'comment' : 'reply',
    isOwn,
    author: {
      id: authorChannelId?.value ?? '',
      name,
      handle: name.startsWith('@') ? name.slice(1) : '',
      url: webAddress(snippet.authorChannelUrl),
      picture: webAddress(snippet.authorProfileImageUrl),
    },
    text: textDisplay,
    url: commentPart(videoId, id).url,
    at: publishedAt,
    editedAt: updatedAt && Date.parse(updatedAt) > Date.parse(publishedAt) ? updatedAt : null,
    liked: null,
    hidden: above === null ? hidden : null,
    likeRef: null,
    can: [
      ...(canReply && !hidden ? (['reply'] as const) : []),
      // Not for replies: YouTube does not say where held replies are listed, so they could not be shown again.
      ...(above === null && !isOwn ? (['hide'] as const) : []),
    ],
  };
}

const TOO_MANY = 'It has too many replies, and older ones were not read. Look on YouTube.';
const CLOSED = 'Comments on the video are turned off, so its replies cannot be read. Look on YouTube.';
const NOT_YET = 'A new reply may not be listed yet.';
