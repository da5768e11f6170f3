import { FOLLOWERS } from '../publishing/followers.ts';
import { videoEntity } from './facebook.ts';
import { containerEntity, kindOf, mediaEntity } from './instagram.ts';
import { type Answer, type Call, GraphRefusal, needScope, nextId, notThere, paged } from './world.ts';

/** `GET /{id}`: whatever has it. */
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
  const { world, ids, params } = call;
  const media = world.media.find(({ id }) => id === ids[0]);
  if (!media && !world.posts.some(({ id }) => id === ids[0])) throw notThere(ids[0] ?? '');
  const { scope, told } = METRICS[media ? kindOf(media) : 'post'];
  needScope(call, scope);
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
    needScope(call, list === (world.comments as object[]) ? 'pages_manage_engagement' : 'pages_manage_posts');
    if (list[at]?.pageId !== undefined && list[at].pageId !== token.pageId) throw notThere(id);
    list.splice(at, 1);
    return { body: { success: true } };
  }
  throw notThere(id);
}

/** https://developers.facebook.com/docs/graph-api/reference/object/comments and, for Instagram, IG Media comments. */
export function createComment(call: Call): Answer {
  const { world, ids, params, token } = call;
  const [objectId = ''] = ids;
  const isMedia = world.media.some(({ id }) => id === objectId);
  if (!isMedia && ![...world.posts, ...world.videos].some(({ id }) => id === objectId)) throw notThere(objectId);
  if (isMedia)
    needScope(call, token.kind === 'instagram' ? 'instagram_business_manage_comments' : 'instagram_manage_comments');
  else needScope(call, 'pages_manage_engagement');
  if (!params.message) throw new GraphRefusal(100, 'The parameter message is required');
  const id = isMedia ? nextId(world) : `${objectId.split('_').at(-1)}_${nextId(world)}`;
  world.comments.push({ id, objectId, message: params.message, fromId: (isMedia ? igOf(call) : token.pageId) ?? '' });
  return { body: { id } };
}

export function listComments({ world, ids, params }: Call): Answer {
  const entries = world.comments
    .filter(({ objectId }) => objectId === ids[0])
    .map(({ id, message, fromId }) => {
      const account = world.professionals.find((one) => one.id === fromId);
      return { id, message, text: message, from: { id: fromId }, ...(account && { username: account.username }) };
    });
  return { body: paged(entries, params) };
}

function igOf({ world, token }: Call): string | null {
  return token.igId ?? world.pages.find(({ id }) => id === token.pageId)?.igId ?? null;
}
