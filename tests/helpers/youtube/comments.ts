import type { Incoming, Reply } from '../publishing/imitation.ts';
import { judge } from './schema-judge.ts';
import { ApiError, type Comment, newId, type World } from './world.ts';

type Call = Incoming & { world: World };

/** How many replies are returned with their thread. */
const WITH_THREAD = 5;

/** https://developers.google.com/youtube/v3/docs/comments#resource */
function commentEntity({ world, query }: Call, { id, text, authorChannelId, parentId }: Comment): object {
  const isAuthor = authorChannelId === world.channel?.id;
  const at = new Date(world.options.now()).toISOString();
  const snippet = {
    ...{ textDisplay: query.get('textFormat') === 'plainText' ? text : text.replaceAll("'", '&#39;') },
    ...(isAuthor && { textOriginal: text }),
    ...(parentId !== undefined && { parentId }),
    ...{ authorDisplayName: isAuthor ? '@ada' : '@grace', authorChannelId: { value: authorChannelId } },
    ...{ authorChannelUrl: `http://www.youtube.com/channel/${authorChannelId}`, publishedAt: at, updatedAt: at },
  };
  const entity = { kind: 'youtube#comment', id, snippet };
  world.violations.push(...judge(entity, 'Comment'));
  return entity;
}

/** Newest first. https://developers.google.com/youtube/v3/docs/commentThreads/list */
export function listThreads(call: Call): Reply {
  const { world, query } = call;
  const video = world.videos.find(({ id }) => id === query.get('videoId'));
  if (!video) throw new ApiError(404, 'videoNotFound', 'The video identified by the videoId parameter was not found.');
  if (video.status.privacyStatus === 'private')
    throw new ApiError(403, 'commentsDisabled', 'The video has disabled comments.');
  const isHeld = query.get('moderationStatus') === 'heldForReview';
  const threads = world.comments.filter(
    (one) => one.videoId === video.id && one.parentId === undefined && (one.isHeld ?? false) === isHeld,
  );
  const items = threads.map((top) => {
    const replies = world.comments.filter(({ parentId }) => parentId === top.id);
    const shown = replies.slice(0, WITH_THREAD).map((one) => commentEntity(call, one));
    const snippet = { canReply: true, totalReplyCount: replies.length, topLevelComment: commentEntity(call, top) };
    const thread = { id: top.id, snippet, ...(shown.length > 0 && { replies: { comments: shown } }) };
    world.violations.push(...judge(thread, 'CommentThread'));
    return thread;
  });
  return { status: 200, body: page(items, query) };
}

/** https://developers.google.com/youtube/v3/docs/comments/list */
export function listReplies(call: Call): Reply {
  const { world, query } = call;
  const parent = commentNamed(call, query.get('parentId'));
  const replies = world.comments.filter(({ parentId }) => parentId === parent.id);
  return {
    status: 200,
    body: page(
      replies.map((one) => commentEntity(call, one)),
      query,
    ),
  };
}

function page(items: object[], query: URLSearchParams): object {
  const start = Number(query.get('pageToken') ?? 0);
  const end = start + Number(query.get('maxResults') ?? 20);
  return { items: items.slice(start, end), ...(end < items.length && { nextPageToken: String(end) }) };
}

/** https://developers.google.com/youtube/v3/docs/comments/insert */
export function insertReply(call: Call): Reply {
  const { world, fields } = call;
  const { snippet } = fields as { snippet: { parentId: string; textOriginal: string } };
  world.violations.push(...judge(fields, 'Comment'));
  const { id: parentId, videoId, parentId: above } = commentNamed(call, snippet.parentId);
  if (above !== undefined) throw new ApiError(400, 'invalidCommentMetadata', 'A reply takes no replies.');
  const id = `${parentId}.${newId()}`;
  world.comments.push({ id, videoId, parentId, authorChannelId: world.channel?.id ?? '', text: snippet.textOriginal });
  return { status: 200, body: { kind: 'youtube#comment', id } };
}

/** https://developers.google.com/youtube/v3/docs/comments/setModerationStatus */
export function setModerationStatus(call: Call): Reply {
  const status = call.query.get('moderationStatus') ?? '';
  commentNamed(call, call.query.get('id')).isHeld = status !== 'published';
  return { status: 204 };
}

/** Also deletes its replies. https://developers.google.com/youtube/v3/docs/comments/delete */
export function deleteComment(call: Call): Reply {
  const { id } = commentNamed(call, call.query.get('id'));
  call.world.comments = call.world.comments.filter((one) => one.id !== id && one.parentId !== id);
  return { status: 204 };
}

function commentNamed({ world }: Call, id: string | null): Comment {
  const comment = world.comments.find((one) => one.id === id);
  if (!comment) throw new ApiError(404, 'commentNotFound', 'The specified comment could not be found.');
  return comment;
}
