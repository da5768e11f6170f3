import type { PlatformApi } from '../../../shared/platforms/descriptor.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { FOLLOWERS } from '../publishing/followers.ts';
import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import { deleteComment, insertReply, listReplies, listThreads, setModerationStatus } from './comments.ts';
import { ANALYTICS, decide, giveToken, revokeToken, SCOPE } from './google-oauth.ts';
import { judge } from './schema-judge.ts';
import { beginUpload, setThumbnail, takeBytes, takeCaptions } from './uploads.ts';
import {
  ApiError,
  assertPublishAt,
  newId,
  newWorld,
  publishScheduled,
  videoAnswer,
  type World,
  type WorldOptions,
} from './world.ts';

type Call = Incoming & { world: World };
type CommentSnippet = { videoId: string; channelId: string; topLevelComment: { snippet: { textOriginal: string } } };

const form = ({ fields }: Call) => fields as Record<string, string>;

const OPEN: Record<string, (call: Call) => Reply> = {
  'POST /o/oauth2/v2/auth': (call) => decide(call.world.accounts, form(call)),
  'POST /token': (call) => giveToken(call.world.accounts, form(call)),
  'POST /revoke': (call) => revokeToken(call.world.accounts, form(call)),
};

const WITH_TOKEN: Record<string, (call: Call) => Reply> = {
  'GET /youtube/v3/channels': ({ world, query }) => {
    const { channel } = world;
    if (!channel) return { status: 200, body: { kind: 'youtube#channelListResponse' } };
    const { id, title, customUrl, uploads } = channel;
    const item = {
      id,
      snippet: { title, customUrl },
      contentDetails: { relatedPlaylists: { likes: '', uploads } },
      ...(query.get('part') === 'statistics' && {
        statistics: { subscriberCount: String(FOLLOWERS), hiddenSubscriberCount: false },
      }),
      ...(query.get('part')?.split(',').includes('status') && {
        status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: world.options.longUploads },
      }),
    };
    world.violations.push(...judge({ status: item.status ?? {} }, 'Channel'));
    return { status: 200, body: { kind: 'youtube#channelListResponse', items: [item] } };
  },
  // https://developers.google.com/youtube/analytics/reference/reports/query
  'GET /v2/reports': ({ world, query, bearer }) => {
    const token = world.accounts.tokens.find(({ value }) => value === bearer);
    if (!ANALYTICS.every((scope) => token?.scopes.includes(scope)))
      throw new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    if (query.get('ids') !== 'channel==MINE' || !/^\d{4}-\d\d-\d\d$/.test(query.get('startDate') ?? ''))
      throw new ApiError(400, 'badRequest', 'Invalid query.');
    const video = world.videos.find(({ id }) => query.get('filters') === `video==${id}`);
    const metrics = (query.get('metrics') ?? '').split(',');
    const { report } = video ?? {};
    return {
      status: 200,
      body: {
        kind: 'youtubeAnalytics#resultTable',
        columnHeaders: metrics.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' })),
        ...(report && { rows: [metrics.map((name) => report[name])] }),
      },
    };
  },
  'POST /upload/youtube/v3/videos': (call) => beginUpload(call.world, call),
  'PUT /upload/youtube/v3/videos': (call) => takeBytes(call.world, call),
  'POST /upload/youtube/v3/thumbnails/set': (call) => setThumbnail(call.world, call),
  'POST /upload/youtube/v3/captions': (call) => takeCaptions(call.world, call),
  'GET /youtube/v3/playlistItems': ({ world, query }) => {
    if (query.get('playlistId') !== world.channel?.uploads || world.videos.length === 0)
      throw new ApiError(404, 'playlistNotFound', 'The playlist identified with the request cannot be found.');
    const start = Number(query.get('pageToken') ?? 0);
    const size = Number(query.get('maxResults') ?? 5);
    const items = world.videos.slice(start, start + size).map(({ id, title, description, publishedAt, status }) => ({
      snippet: {
        title,
        description,
        publishedAt: new Date(publishedAt).toISOString(),
        resourceId: { kind: 'youtube#video', videoId: id },
      },
      status: { privacyStatus: status.privacyStatus },
    }));
    const next = start + size < world.videos.length ? { nextPageToken: String(start + size) } : {};
    return { status: 200, body: { items, ...next } };
  },
  // https://developers.google.com/youtube/v3/docs/playlistItems/insert
  'POST /youtube/v3/playlistItems': ({ world, fields }) => {
    const item = fields as { snippet: { playlistId: string; resourceId: { kind: string; videoId: string } } };
    world.violations.push(...judge(item, 'PlaylistItem'));
    const { playlistId, resourceId } = item.snippet;
    const playlist = world.playlists[playlistId];
    if (!playlist)
      throw new ApiError(404, 'playlistNotFound', 'The playlist identified with the request cannot be found.');
    if (resourceId.kind !== 'youtube#video' || !world.videos.some(({ id }) => id === resourceId.videoId))
      throw new ApiError(404, 'videoNotFound', 'The video that you are trying to add cannot be found.');
    playlist.push(resourceId.videoId);
    return { status: 200, body: { kind: 'youtube#playlistItem', id: newId(), ...item } };
  },
  'GET /youtube/v3/videos': ({ world, query }) => {
    const found = world.videos.filter(({ id }) => id === query.get('id'));
    return {
      status: 200,
      body: { items: found.map((video) => ({ ...videoAnswer(video), statistics: video.statistics })) },
    };
  },
  // https://developers.google.com/youtube/v3/docs/videos/update: fields left out of a part are removed.
  'PUT /youtube/v3/videos': ({ world, query, fields }) => {
    const { id, status } = fields as { id: string; status: Record<string, unknown> };
    world.violations.push(...judge({ id, status }, 'Video'));
    const video = world.videos.find((one) => one.id === id);
    if (!video) throw new ApiError(404, 'videoNotFound', 'The video that you are trying to update cannot be found.');
    if (query.get('part') !== 'status') throw new ApiError(400, 'unexpectedPart', 'This imitation updates the status.');
    if (video.status.privacyStatus !== 'private' && status.publishAt !== undefined)
      throw new ApiError(400, 'invalidPublishAt', 'The video was published before.');
    assertPublishAt(world, status);
    video.status = { uploadStatus: video.status.uploadStatus, ...status };
    return { status: 200, body: videoAnswer(video) };
  },
  'DELETE /youtube/v3/videos': ({ world, query }) => {
    const index = world.videos.findIndex(({ id }) => id === query.get('id'));
    if (index < 0) throw new ApiError(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
    world.videos.splice(index, 1);
    return { status: 204 };
  },
  'POST /youtube/v3/commentThreads': ({ world, fields }) => {
    const thread = fields as { snippet: CommentSnippet };
    world.violations.push(...judge(thread, 'CommentThread'));
    const { videoId, channelId, topLevelComment } = thread.snippet;
    const video = world.videos.find(({ id }) => id === videoId);
    if (!video || channelId !== world.channel?.id)
      throw new ApiError(404, 'videoNotFound', 'The video identified by the videoId parameter could not be found.');
    if (video.status.privacyStatus === 'private' || video.status.selfDeclaredMadeForKids === true)
      throw new ApiError(
        403,
        'commentsDisabled',
        'The video identified by the <code>videoId</code> has disabled comments.',
      );
    const comment = { id: newId(16), videoId, authorChannelId: channelId, text: topLevelComment.snippet.textOriginal };
    world.comments.unshift(comment);
    return { status: 200, body: { kind: 'youtube#commentThread', id: comment.id } };
  },
  'GET /youtube/v3/commentThreads': listThreads,
  'GET /youtube/v3/comments': listReplies,
  'POST /youtube/v3/comments': insertReply,
  'POST /youtube/v3/comments/setModerationStatus': setModerationStatus,
  'DELETE /youtube/v3/comments': deleteComment,
};

export type YouTubeServer = Imitation & {
  /** How the agent reaches it. */
  api: PlatformApi;
  world: World;
  /** Decides at an authorization URL as the user; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: 'allow' | 'cancel' | 'without' | 'partly'): Promise<string>;
};

/** Google's sign-in and the YouTube Data API on loopback, as far as posting needs them. */
export async function startYouTube(options: Partial<WorldOptions> = {}): Promise<YouTubeServer> {
  const world = newWorld({ now: Date.now, isAudited: true, locksLater: false, longUploads: 'allowed', ...options });
  const server = await startImitation({
    world,
    now: () => world.options.now(),
    perform(incoming) {
      publishScheduled(world);
      const { name, bearer } = incoming;
      const call = { ...incoming, world };
      const open = OPEN[name];
      if (open) return open(call);
      const handle = WITH_TOKEN[name];
      if (!handle) return { status: 404, body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' };
      const token = world.accounts.tokens.find(
        ({ value, expiresAt }) => value === bearer && expiresAt > world.options.now(),
      );
      if (!token) throw new ApiError(401, 'authError', 'Request had invalid authentication credentials.');
      if (!token.scopes.includes(SCOPE))
        throw new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
      return handle(call);
    },
    trouble: undefined,
    onBroken: (call, bytes) => takeBytes(world, call, bytes),
  });
  const { origin } = server;
  return {
    ...server,
    api: platformApi('youtube_shorts', {
      youtube_shorts: { origin, site: origin, tokenOrigin: origin, figuresOrigin: origin },
    }),
    world,
    decide: (authorizeUrl, decision = 'allow') => decideAt(origin, authorizeUrl, { decision }),
  };
}
