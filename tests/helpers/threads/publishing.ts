import { GraphRefusal, notThere, paged, timeText } from '../meta/world.ts';
import { FOLLOWERS } from '../publishing/followers.ts';
import { addMedia, type Container, type Media, nextId, type Token, type World } from './world.ts';

export type Call = { world: World; ids: string[]; params: Record<string, string>; token: Token };
export type Answer = { body: unknown };

const DAY_MS = 24 * 3_600_000;
const TEXT_MAX = 500;
const ALT_MAX = 1000;
const ITEMS = { min: 2, max: 20 };
const LINKS_MAX = 5;
/** https://developers.facebook.com/docs/threads/reference/publishing, only the parameters that the product sends. */
const OF_POST = ['media_type', 'text', 'reply_to_id', 'reply_control', 'topic_tag', 'link_attachment'];
const OF_FILE = { IMAGE: 'image_url', VIDEO: 'video_url' };

export function needScope({ token }: Call, ...scopes: string[]): void {
  for (const scope of ['threads_basic', ...scopes])
    if (!token.scopes.includes(scope)) throw new GraphRefusal(10, `Application does not have permission ${scope}`);
}

/** The length of a text in Threads' characters; an emoji counts as its bytes. */
function lengthOf(text: string): number {
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  const isEmoji = (sign: string) => /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F|\u20E3/u.test(sign);
  return signs.reduce((sum, { segment }) => sum + (isEmoji(segment) ? Buffer.byteLength(segment) : segment.length), 0);
}

export function createContainer(call: Call): Answer {
  const { world, params, token } = call;
  needScope(call, 'threads_content_publish');
  const { media_type: mediaType = '', text = '', alt_text: alt = '', topic_tag: topic, reply_to_id: replyTo } = params;
  const isItem = params.is_carousel_item === 'true';
  const file = mediaType === 'IMAGE' || mediaType === 'VIDEO' ? OF_FILE[mediaType] : null;
  const known = [
    ...(isItem ? ['media_type', 'is_carousel_item'] : OF_POST),
    ...(file ? [file, 'alt_text'] : []),
    ...(mediaType === 'CAROUSEL' ? ['children'] : []),
  ];
  if (!['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'].includes(mediaType) || (isItem && !file))
    throw new GraphRefusal(100, `media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL: ${mediaType}`);
  for (const name of Object.keys(params))
    if (!known.includes(name)) throw new GraphRefusal(100, `A ${mediaType} has no parameter ${name}`);
  if (mediaType === 'TEXT' && text === '') throw new GraphRefusal(100, 'The parameter text is required');
  if (lengthOf(text) > TEXT_MAX) throw new GraphRefusal(100, 'Param text must be at most 500 characters long.');
  if (alt.length > ALT_MAX) throw new GraphRefusal(100, 'Param alt_text must be at most 1000 characters long.');
  if (new Set(text.match(/https?:\/\/\S+/g)).size > LINKS_MAX)
    throw new GraphRefusal(100, 'THREADS_API__LINK_LIMIT_EXCEEDED');
  if (topic !== undefined && !/^[^.&]{1,50}$/.test(topic)) throw new GraphRefusal(100, 'Param topic_tag is invalid');
  if (replyTo !== undefined) {
    needScope(call, 'threads_manage_replies');
    if (rootOf(world, replyTo)?.userId !== token.userId) throw notFound(replyTo);
  }
  const address = file ? (params[file] ?? '') : null;
  // Threads fetches the file: it must be public.
  if (address !== null && !/^https:\/\/pictures\.example\//.test(address))
    throw new GraphRefusal(1, 'An unknown error occurred', {
      subcode: 2_207_052,
      userMessage: `The media could not be fetched from this URI: ${address}`,
    });
  const children = (params.children ?? '').split(',').filter(Boolean);
  if (mediaType === 'CAROUSEL') checkChildren(world, token, children);
  const container: Container = {
    id: nextId(world),
    userId: token.userId,
    mediaType: mediaType as Container['mediaType'],
    text,
    alt,
    address,
    isItem,
    children,
    replyTo: replyTo ?? null,
    topicTag: topic ?? /#(?!\d+(?!\w))([^\s.&@!?,;:#]{1,50})/.exec(text)?.[1] ?? null,
    createdAt: world.options.now(),
    readyAt: mediaType === 'VIDEO' ? readyAt(world) : world.options.now(),
    mediaId: null,
  };
  world.containers.push(container);
  return { body: { id: container.id } };
}

function readyAt({ options, processing }: World): number {
  return processing === 'never' ? Number.POSITIVE_INFINITY : options.now() + options.processingMs;
}

function checkChildren(world: World, { userId }: Token, children: string[]): void {
  if (children.length < ITEMS.min || children.length > ITEMS.max)
    throw new GraphRefusal(100, 'A carousel has 2 to 20 children');
  for (const id of children) {
    const child = world.containers.find((one) => one.id === id && one.userId === userId);
    if (!child?.isItem || stateOf(world, child) !== 'FINISHED') throw notFound(id);
  }
}

type State = 'EXPIRED' | 'ERROR' | 'FINISHED' | 'IN_PROGRESS' | 'PUBLISHED';
function stateOf({ options, processing }: World, { mediaId, createdAt, readyAt: at, mediaType }: Container): State {
  if (mediaId !== null) return 'PUBLISHED';
  if (createdAt < options.now() - DAY_MS) return 'EXPIRED';
  if (processing === 'failed' && mediaType === 'VIDEO') return 'ERROR';
  return at <= options.now() ? 'FINISHED' : 'IN_PROGRESS';
}

/** Threads' response for a container that it does not find, or not yet. */
const notFound = (id: string) =>
  new GraphRefusal(24, 'The requested resource does not exist', {
    subcode: 4_279_009,
    userMessage: `The media with id ${id} cannot be found.`,
  });

export function publishContainer(call: Call): Answer {
  const { world, params, token } = call;
  needScope(call, 'threads_content_publish');
  const id = params.creation_id ?? '';
  const container = world.containers.find((one) => one.id === id && one.userId === token.userId);
  if (!container || container.isItem || stateOf(world, container) !== 'FINISHED') throw notFound(id);
  if (world.notFound > 0) {
    world.notFound -= 1;
    throw notFound(id);
  }
  const { replyTo, text, topicTag, mediaType } = container;
  if (replyTo !== null && !world.media.some((one) => one.id === replyTo)) throw notFound(replyTo);
  const isReply = replyTo !== null;
  const { postsPerDay, repliesPerDay } = world.options;
  if (usage(world, token.userId, isReply) >= (isReply ? repliesPerDay : postsPerDay))
    throw new GraphRefusal(9, 'You reached maximum number of posts that is allowed', { subcode: 2_207_042 });
  const items = mediaType === 'CAROUSEL' ? container.children : [container.id];
  const media = addMedia(world, {
    userId: token.userId,
    text,
    mediaType: { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' }[mediaType],
    files: world.containers
      .filter(({ id: one }) => items.includes(one))
      .flatMap(({ alt, address }) => (address === null ? [] : [{ alt, address }])),
    replyTo,
    topicTag,
  });
  container.mediaId = media.id;
  return { body: { id: media.id } };
}

function usage({ media, options }: World, userId: string, isReply: boolean): number {
  const since = options.now() - DAY_MS;
  return media.filter((one) => one.userId === userId && one.createdAt > since && (one.replyTo !== null) === isReply)
    .length;
}

export function showLimit(call: Call): Answer {
  needScope(call, 'threads_content_publish', 'threads_manage_replies');
  const { world, token } = call;
  const limit = (quota_total: number) => ({ quota_total, quota_duration: 86_400 });
  return {
    body: {
      data: [
        {
          quota_usage: usage(world, token.userId, false),
          config: limit(world.options.postsPerDay),
          reply_quota_usage: usage(world, token.userId, true),
          reply_config: limit(world.options.repliesPerDay),
        },
      ],
    },
  };
}

/** `GET /me/threads` and `GET /me/replies`, newest first. */
export function listMedia(call: Call, isReply: boolean): Answer {
  needScope(call, ...(isReply ? ['threads_read_replies'] : []));
  const { world, params, token } = call;
  const entries = world.media.filter((one) => one.userId === token.userId && (one.replyTo !== null) === isReply);
  const chosen = entries.reverse().map((one) => fieldsOf(mediaEntity(world, one), params.fields));
  return { body: paged(chosen, params) };
}

/** The post at the root of a reply's thread; a post is its own root. */
function rootOf(world: World, id: string): Media | undefined {
  const media = world.media.find((one) => one.id === id);
  return media && media.replyTo !== null ? rootOf(world, media.replyTo) : media;
}

/**
 * Everything below a post, newest first.
 * https://developers.facebook.com/documentation/threads/reference/reply-management
 */
export function listConversation(call: Call): Answer {
  needScope(call, 'threads_read_replies');
  const { world, ids, params, token } = call;
  const [id = ''] = ids;
  if (!world.media.some((one) => one.id === id)) throw notThere(id);
  const below = world.media.filter((one) => one.replyTo !== null && rootOf(world, one.id)?.id === id).reverse();
  const entries = below.map((one) => ({
    ...mediaEntity(world, one),
    ...{ is_reply_owned_by_me: one.userId === token.userId, hide_status: one.isHidden ? 'HIDDEN' : 'NOT_HUSHED' },
  }));
  return {
    body: paged(
      entries.map((one) => fieldsOf(one, params.fields)),
      params,
    ),
  };
}

/** By others, newest first. https://developers.facebook.com/docs/threads/threads-mentions */
export function listMentions(call: Call): Answer {
  needScope(call, 'threads_manage_mentions');
  const { world, ids, params, token } = call;
  const own = world.profiles.find(({ id }) => id === token.userId);
  if (!own || ids[0] !== own.id) throw notThere(ids[0] ?? '');
  const naming = world.media.filter(({ userId, text }) => userId !== own.id && text.includes(`@${own.username}`));
  const entries = naming.reverse().map((one) => {
    const root = rootOf(world, one.id);
    return { ...mediaEntity(world, one), ...(root && root.id !== one.id && { root_post: { id: root.id } }) };
  });
  return {
    body: paged(
      entries.map((one) => fieldsOf(one, params.fields)),
      params,
    ),
  };
}

export function manageReply(call: Call): Answer {
  needScope(call, 'threads_manage_replies');
  const { world, ids, params, token } = call;
  const reply = world.media.find((one) => one.id === ids[0]);
  const above = world.media.find((one) => one.id === reply?.replyTo);
  if (!reply || above?.userId !== token.userId || above.replyTo !== null)
    throw new GraphRefusal(10, 'Only replies to a post of your own can be hidden');
  reply.isHidden = params.hide === 'true';
  return { body: { success: true } };
}

function mediaEntity({ profiles }: World, media: Media): Record<string, unknown> {
  const { id, text, mediaType, createdAt, replyTo, userId, topicTag } = media;
  const username = profiles.find((one) => one.id === userId)?.username;
  return {
    id,
    media_product_type: 'THREADS',
    media_type: mediaType,
    // The tag's # is removed.
    ...(text !== '' && { text: topicTag === null ? text : text.replace(`#${topicTag}`, topicTag) }),
    ...(topicTag !== null && { topic_tag: topicTag }),
    timestamp: timeText(createdAt),
    permalink: `https://www.threads.com/@${username}/post/C${id}`,
    username,
    ...(replyTo !== null && { replied_to: { id: replyTo }, is_reply: true }),
  };
}

/** Only the requested fields are returned, and always the id. */
function fieldsOf(entity: Record<string, unknown>, fields = ''): object {
  const names = ['id', ...fields.split(',')];
  return Object.fromEntries(Object.entries(entity).filter(([name]) => names.includes(name)));
}

/** `GET /{id}` of a post or of a container. */
export function showNode(call: Call): Answer {
  needScope(call);
  const { world, ids, params } = call;
  const [id = ''] = ids;
  const media = world.media.find((one) => one.id === id);
  if (media) return { body: fieldsOf(mediaEntity(world, media), params.fields) };
  const container = world.containers.find((one) => one.id === id);
  if (!container) throw notThere(id);
  const status = stateOf(world, container);
  const error_message = status === 'ERROR' ? { error_message: 'FAILED_PROCESSING_VIDEO' } : {};
  return { body: fieldsOf({ id, status, ...error_message }, params.fields ?? 'status') };
}

export function deleteNode(call: Call): Answer {
  needScope(call, 'threads_delete');
  const { world, ids, token } = call;
  const at = world.media.findIndex(({ id, userId }) => id === ids[0] && userId === token.userId);
  if (at === -1) throw notThere(ids[0] ?? '');
  world.media.splice(at, 1);
  return { body: { success: true, deleted_id: ids[0] } };
}

/** https://developers.facebook.com/docs/threads/insights#user-insights */
export function showFollowers(call: Call): Answer {
  needScope(call, 'threads_manage_insights');
  if (call.params.metric !== 'followers_count') throw notThere(call.params.metric ?? '');
  return { body: { data: [{ name: 'followers_count', period: 'day', total_value: { value: FOLLOWERS } }] } };
}

/** https://developers.facebook.com/docs/threads/insights */
export function showInsights(call: Call): Answer {
  needScope(call, 'threads_manage_insights');
  const { world, ids, params } = call;
  const media = world.media.find(({ id }) => id === ids[0]);
  if (!media) throw notThere(ids[0] ?? '');
  const data = (params.metric ?? '').split(',').map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: media.figures[name as keyof Media['figures']] ?? 0 }],
    id: `${media.id}/insights/${name}/lifetime`,
  }));
  return { body: { data } };
}
