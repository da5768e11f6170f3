import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FOLLOWERS } from '../publishing/followers.ts';
import { videoEntity } from './facebook.ts';
import { containerEntity, kindOf, mediaEntity } from './instagram.ts';
import { type Answer, type Call, GraphRefusal, needScope, nextId, notThere, paged } from './world.ts';

/** `GET /{id}`: any object with this id. */
export function showNode(call: Call): Answer {
  const { world, ids, params } = call;
  const [id = ''] = ids;
  if (id === world.app.id) {
    const { privacyPolicyUrl } = world.app;
    return { body: { id, ...(privacyPolicyUrl && { privacy_policy_url: privacyPolicyUrl }) } };
  }
  const post = world.posts.find((one) => one.id === id);
  if (post) {
    const { reactions, comments, shares } = post.figures;
    if (params.fields?.includes('is_published')) {
      const seconds = post.scheduledAt && { scheduled_publish_time: post.scheduledAt / 1000 };
      return { body: { id, is_published: !post.scheduledAt, ...seconds } };
    }
    const summary = (total_count: number) => ({ data: [], summary: { total_count } });
    return {
      body: {
        id,
        reactions: summary(reactions),
        comments: summary(comments),
        ...(shares > 0 && { shares: { count: shares } }),
      },
    };
  }
  const video = world.videos.find((one) => one.id === id);
  if (video) return { body: videoEntity(world, video, params.fields ?? '') };
  const photo = world.photos.find((one) => one.id === id);
  if (photo) {
    const images = [{ width: 1080, height: 1080, source: `${world.origin}/cdn/${id}.jpg?oh=signed` }];
    return { body: { id, images } };
  }
  const story = world.stories.find((one) => one.id === id);
  if (story) {
    if (params.fields?.includes('likes')) throw new GraphRefusal(100, 'Tried accessing nonexisting field (likes)');
    return { body: { id } };
  }
  const hasFollowers = [...world.pages, ...world.professionals].some((one) => one.id === id);
  if (hasFollowers && params.fields === 'followers_count') return { body: { id, followers_count: FOLLOWERS } };
  const container = world.containers.find((one) => one.id === id);
  if (container) return { body: containerEntity(world, container) };
  const media = world.media.find((one) => one.id === id);
  if (media) return { body: mediaEntity(media) };
  throw notThere(id);
}

const POST_METRICS = { post_media_view: 900, post_total_media_view_unique: 700, post_clicks: 5 };
const MEDIA_METRICS = { views: 900, reach: 700, shares: 2, saved: 3 };
const METRICS = {
  post: { scope: 'read_insights', told: POST_METRICS },
  FEED: { scope: 'instagram_manage_insights', told: MEDIA_METRICS },
  REELS: { scope: 'instagram_manage_insights', told: { ...MEDIA_METRICS, ig_reels_video_view_total_time: 61_499 } },
  STORY: { scope: 'instagram_manage_insights', told: { views: 90, reach: 70, shares: 2, replies: 1 } },
};

/**
 * https://developers.facebook.com/docs/graph-api/reference/insights and
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights
 */
export function showInsights(call: Call): Answer {
  const { world, ids, params, token } = call;
  const ofAccount = token.kind === 'instagram' ? 'instagram_business_manage_insights' : 'instagram_manage_insights';
  if (world.professionals.some(({ id }) => id === ids[0])) {
    needScope(call, ofAccount);
    return { body: { data: [{ name: params.metric, period: 'day', values: [{ value: 12 }] }] } };
  }
  const media = world.media.find(({ id }) => id === ids[0]);
  if (!media && !world.posts.some(({ id }) => id === ids[0])) throw notThere(ids[0] ?? '');
  const { scope, told } = METRICS[media ? kindOf(media) : 'post'];
  needScope(call, media ? ofAccount : scope);
  const data = (params.metric ?? '').split(',').map((name) => {
    if (!(name in told)) throw new GraphRefusal(100, 'The value must be a valid insights metric');
    return { name, period: 'lifetime', values: [{ value: told[name as keyof typeof told] }] };
  });
  return { body: { data } };
}

export function deleteNode(call: Call): Answer {
  const { world, ids, token } = call;
  const [id = ''] = ids;
  if (world.media.some((one) => one.id === id)) throw new GraphRefusal(3, 'Capability: media cannot be deleted');
  const lists = [world.posts, world.videos, world.comments, world.photos, world.stories] as {
    id: string;
    pageId?: string;
  }[][];
  for (const list of lists) {
    const at = list.findIndex((one) => one.id === id);
    if (at === -1) continue;
    if (list === (world.comments as object[])) needCommentScope(call, id);
    else needScope(call, 'pages_manage_posts');
    if (list[at]?.pageId !== undefined && list[at].pageId !== token.pageId) throw notThere(id);
    list.splice(at, 1);
    return { body: { success: true } };
  }
  throw notThere(id);
}

/**
 * Also POST /{comment}/replies on Instagram, and /{comment}/comments on Facebook.
 * https://developers.facebook.com/docs/graph-api/reference/object/comments and, for Instagram, IG Media comments.
 */
export function createComment(call: Call): Answer {
  const { world, ids, params, token } = call;
  const [objectId = ''] = ids;
  const isThere = [...world.media, ...world.posts, ...world.videos, ...world.comments].some(
    ({ id }) => id === objectId,
  );
  if (!isThere) throw notThere(objectId);
  needCommentScope(call, objectId);
  if (!params.message) throw new GraphRefusal(100, 'The parameter message is required');
  const isMedia = isOnMedia(call, objectId);
  const id = isMedia ? nextId(world) : `${objectId.split('_').at(-1)}_${nextId(world)}`;
  world.comments.push({ id, objectId, message: params.message, fromId: (isMedia ? igOf(call) : token.pageId) ?? '' });
  return { body: { id } };
}

/** Whether the object is media of Instagram, or below it. */
function isOnMedia({ world }: Call, id: string): boolean {
  const above = world.comments.find((one) => one.id === id)?.objectId;
  return [id, above].some((one) => world.media.some((media) => media.id === one || media.id === objectOf(world, one)));
}

function objectOf(world: Call['world'], id: string | undefined): string | undefined {
  return world.comments.find((one) => one.id === id)?.objectId;
}

function needCommentScope(call: Call, id: string): void {
  const isOwnToken = call.token.kind === 'instagram';
  if (!isOnMedia(call, id)) needScope(call, 'pages_manage_engagement');
  else needScope(call, isOwnToken ? 'instagram_business_manage_comments' : 'instagram_manage_comments');
}

/** Likes or unlikes a comment. */
export function likeComment(call: Call, isLiked: boolean): Answer {
  commentOf(call).isLiked = isLiked;
  return { body: { success: true } };
}

/** Hides a comment: `is_hidden` on Facebook, `hide` on Instagram. */
export function hideComment(call: Call): Answer {
  const comment = commentOf(call);
  comment.isHidden = (call.params.is_hidden ?? call.params.hide) === 'true';
  return { body: { success: true } };
}

function commentOf(call: Call) {
  const [id = ''] = call.ids;
  const comment = call.world.comments.find((one) => one.id === id);
  if (!comment) throw notThere(id);
  needCommentScope(call, id);
  return comment;
}

/** The fields of a comment, as Meta's own client declares them. */
function fieldsOf(name: 'comment' | 'ig-comment'): (string | undefined)[] {
  const path = createRequire(import.meta.url).resolve(`facebook-nodejs-business-sdk/src/objects/${name}.js`);
  const list = /get Fields(.*?)\}\);/s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/(\w+): '\1'/g)].map(([, field]) => field);
}
const OF_COMMENT = { facebook: fieldsOf('comment'), instagram: fieldsOf('ig-comment') };

export function listComments({ world, ids, params }: Call): Answer {
  const { fields = '' } = params;
  const known = OF_COMMENT[fields.includes('message') ? 'facebook' : 'instagram'];
  // A comment's replies are an edge, not a field.
  const asked = fields.replace(/replies\.limit\(\d+\)/, '').split(/[,{}]/);
  const unknown = asked.filter((one) => one !== '' && !known.includes(one));
  if (unknown.length > 0) throw new GraphRefusal(100, `Tried accessing nonexisting field (${unknown.join(', ')})`);
  const below = (id: string): typeof world.comments => world.comments.filter(({ objectId }) => objectId === id);
  const entryOf = ({
    id,
    objectId,
    message,
    fromId,
    isHidden = false,
    isLiked = false,
  }: (typeof world.comments)[number]) => {
    const account = world.professionals.find((one) => one.id === fromId);
    const time = new Date(world.options.now()).toISOString().replace('.000Z', '+0000');
    const isReply = world.comments.some((one) => one.id === objectId);
    return {
      ...{ id, message, text: message, from: { id: fromId, name: fromId }, username: account?.username ?? fromId },
      ...{ created_time: time, timestamp: time, is_hidden: isHidden, hidden: isHidden, user_likes: isLiked },
      ...(isReply && { parent: { id: objectId } }),
    };
  };
  const entries = below(ids[0] ?? '').flatMap((one) => {
    const replies = below(one.id).map(entryOf);
    // Facebook lists replies among the comments, Instagram below each.
    const own = params.fields?.includes('replies') ? { ...entryOf(one), replies: { data: replies } } : entryOf(one);
    return params.filter === 'stream' ? [own, ...replies] : [own];
  });
  return { body: paged(entries, params) };
}

function igOf({ world, token }: Call): string | null {
  return token.igId ?? world.pages.find(({ id }) => id === token.pageId)?.igId ?? null;
}
