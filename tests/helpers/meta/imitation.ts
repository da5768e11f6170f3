import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import * as facebook from './facebook.ts';
import * as instagram from './instagram.ts';
import { lengthenInstagram, openReply } from './log-in.ts';
import { createComment, deleteNode, hideComment, likeComment, listComments, showInsights, showNode } from './nodes.ts';
import {
  type Answer,
  type Call,
  type GraphOptions,
  GraphRefusal,
  graphError,
  newWorld,
  type Page,
  type Token,
  type World,
} from './world.ts';

/** Paths below the version; the last two are those of the upload hosts. */
const ROUTES: Record<string, (call: Call) => Answer> = {
  'GET /debug_token': facebook.debugToken,
  'POST /oauth/access_token': facebook.exchangeToken,
  'GET /refresh_access_token': instagram.refreshToken,
  'GET /access_token': lengthenInstagram,
  'GET /me': (call) => (call.token.kind === 'instagram' ? instagram.showProfessional(call) : facebook.showMe(call)),
  'GET /me/accounts': facebook.listPages,
  'GET /me/permissions': facebook.listPermissions,
  'POST /:id/photos': facebook.createPhoto,
  'POST /:id/feed': facebook.createPost,
  'GET /:id/published_posts': facebook.listPosts,
  'GET /:id/scheduled_posts': facebook.listScheduled,
  'POST /:id/video_reels': facebook.handleReels,
  'GET /:id/video_reels': facebook.listReels,
  'POST /:id/photo_stories': facebook.createPhotoStory,
  'POST /:id/video_stories': facebook.handleVideoStories,
  'GET /:id/stories': (call) =>
    call.world.professionals.some(({ id }) => id === call.ids[0])
      ? instagram.listStories(call)
      : facebook.listStories(call),
  'POST /:id/videos': facebook.handleVideos,
  'POST /:id/thumbnails': facebook.setThumbnail,
  'POST /:id/captions': facebook.addCaptions,
  'GET /:id/videos': facebook.listVideos,
  'POST /:id/comments': createComment,
  'GET /:id/comments': listComments,
  'POST /:id/replies': createComment,
  'GET /:id/replies': listComments,
  'POST /:id/likes': (call) => likeComment(call, true),
  'DELETE /:id/likes': (call) => likeComment(call, false),
  'POST /:id': (call) =>
    call.world.posts.some(({ id }) => id === call.ids[0]) ? facebook.updatePost(call) : hideComment(call),
  'POST /:id/media': instagram.createContainer,
  'POST /:id/media_publish': instagram.publishContainer,
  'GET /:id/media': instagram.listMedia,
  'GET /:id/content_publishing_limit': instagram.showLimit,
  'GET /:id/insights': showInsights,
  'GET /:id': showNode,
  'DELETE /:id': deleteNode,
  'POST /video-upload/:id': facebook.uploadVideo,
  'POST /ig-api-upload/:id': instagram.uploadContainer,
};

/** Their documentation requires the token as the parameter `access_token`. */
const WITH_PARAMETER = ['GET /debug_token', 'GET /refresh_access_token', 'GET /access_token'];

export type MetaServer = Imitation & {
  world: World;
  addPage(name: string, more?: Partial<Page>): Page;
  /** Decides at an authorization URL; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
  /** A user's token, like one from the Graph API Explorer; `seconds` is its lifetime, 0 for one that never expires. */
  userToken(scopes: readonly string[], seconds?: number): Token;
  /** A token of an Instagram account, like one from "Generate token". */
  instagramToken(igId: string, scopes: readonly string[]): Token;
};

const DEFAULTS: GraphOptions = {
  now: Date.now,
  version: 'v26.0',
  processingMs: 5_000,
  chunkBytes: 1024 * 1024,
  postsPerDay: 100,
};

/**
 * graph.facebook.com, graph.instagram.com and rupload.facebook.com on one port of loopback, as far as posting needs
 * them. https://developers.facebook.com/docs/graph-api and https://developers.facebook.com/docs/instagram-platform
 */
export async function startMetaServer(options: Partial<GraphOptions> = {}): Promise<MetaServer> {
  const world = newWorld({ ...DEFAULTS, ...options });

  function perform(incoming: Incoming): Reply {
    facebook.publishScheduled(world);
    const open = openReply(world, incoming);
    if (open) return open;
    const { name, ids, headers, query, fields, file, bearer } = incoming;
    const handle = ROUTES[name];
    if (!handle) throw new GraphRefusal(2500, 'Unknown path components');
    const params = { ...Object.fromEntries(query), ...flat(fields) };
    const value = (WITH_PARAMETER.includes(name) ? undefined : bearer) ?? params.access_token;
    const stored = file && { name: file.name ?? '', mimeType: file.mimeType, size: file.size, sha256: file.sha256 };
    const isOfApp = params.grant_type === 'client_credentials' || value === facebook.appTokenOf(world.app);
    const token = isOfApp ? facebook.newToken(world, {}) : tokenNamed(world, value);
    return { status: 200, ...handle({ world, ids, params, headers, file: stored, token }) };
  }

  const server = await startImitation({
    world,
    now: () => world.options.now(),
    routes: Object.keys(ROUTES),
    nameOf: (method, { pathname }) =>
      `${method} ${pathname.replace(/^(\/(?:video-upload|ig-api-upload))?\/v[\d.]+\//, '$1/')}`,
    perform,
    headers: () => ({ 'facebook-api-version': world.options.version }),
    trouble: graphError(2, 'Service temporarily unavailable'),
  });
  return {
    ...server,
    world,
    decide: (authorizeUrl, decision = 'allow') => decideAt(server.origin, authorizeUrl, { decision }),
    addPage(name, more) {
      const tasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];
      const page: Page = { id: String(1000 + world.pages.length), name, tasks, igId: null, ...more };
      world.pages.push(page);
      return page;
    },
    userToken(scopes, seconds = 60 * 86_400) {
      const expiresAt = seconds === 0 ? 0 : Math.floor(world.options.now() / 1000) + seconds;
      return facebook.newToken(world, { scopes: [...scopes], expiresAt });
    },
    instagramToken(igId, scopes) {
      const { value } = facebook.newToken(world, {});
      const token = world.tokens.find((one) => one.value === value) as Token;
      const expiresAt = Math.floor(world.options.now() / 1000) + 60 * 86_400;
      return Object.assign(token, {
        kind: 'instagram',
        value: `IGAA${value.slice(3)}`,
        scopes: [...scopes],
        igId,
        expiresAt,
      });
    },
  };
}

function tokenNamed({ tokens, options }: World, value: string | undefined): Token {
  if (value === undefined)
    throw new GraphRefusal(104, 'An access token is required to request this resource.', { status: 401 });
  const token = tokens.find((one) => one.value === value);
  if (!token) throw new GraphRefusal(190, 'Invalid OAuth access token - Cannot parse access token');
  if (token.isRevoked)
    throw new GraphRefusal(190, 'Error validating access token: The user has not authorized the application', {
      subcode: 458,
    });
  if (token.expiresAt > 0 && token.expiresAt * 1000 <= options.now())
    throw new GraphRefusal(190, 'Error validating access token: Session has expired', { subcode: 463 });
  return token;
}

/** Converts JSON to the fields of a form. */
function flat(json: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
