import type { PlatformApi } from '../../../shared/platforms/descriptor.ts';
import { platformApi } from '../../../shared/publishing/platform-apis.ts';
import { FOLLOWERS } from '../publishing/followers.ts';
import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import { loginOf } from '../publishing/sign-in-site.ts';
import { ApiError, beginPost, newWorld, statusOf, takeChunk, type World } from './posts.ts';
import { decide, giveToken, revokeToken } from './tiktok-oauth.ts';

type Call = Incoming & { world: World };
const form = ({ fields }: Call) => fields as Record<string, string>;
const ok = (data: unknown): Reply => ({ status: 200, body: { data, error: { code: 'ok', message: '', log_id: '1' } } });

const OPEN: Record<string, (call: Call) => Reply> = {
  'POST /v2/auth/authorize/': (call) => decide(call.world.accounts, form(call)),
  'POST /v2/oauth/token/': (call) => giveToken(call.world.accounts, form(call)),
  'POST /v2/oauth/revoke/': (call) => revokeToken(call.world.accounts, form(call)),
  'PUT /video/': (call) => takeChunk(call.world, call),
};

/** By route: the scopes, one of which is needed, and the handler. */
const WITH_TOKEN: Record<string, { scopes: string[]; handle: (call: Call) => Reply }> = {
  'GET /v2/user/info/': {
    scopes: ['user.info.basic'],
    handle: ({ query, world, bearer }) => {
      const user: Record<string, unknown> = {
        open_id: world.accounts.openId,
        display_name: 'Ada',
        follower_count: FOLLOWERS,
      };
      const fields = (query.get('fields') ?? '').split(',');
      const login = loginOf(world.accounts, bearer);
      if (fields.includes('follower_count') && !login?.scopes.includes('user.info.stats'))
        throw new ApiError(401, 'scope_not_authorized', 'The user did not authorize the scope required.');
      return ok({ user: Object.fromEntries(fields.map((name) => [name, user[name]])) });
    },
  },
  'POST /v2/post/publish/creator_info/query/': { scopes: ['video.publish'], handle: ({ world }) => ok(world.creator) },
  'POST /v2/post/publish/video/init/': {
    scopes: ['video.publish'],
    handle: (call) => ok(beginPost(call.world, 'direct', call.fields)),
  },
  'POST /v2/post/publish/inbox/video/init/': {
    scopes: ['video.upload'],
    handle: (call) => ok(beginPost(call.world, 'inbox', call.fields)),
  },
  'POST /v2/post/publish/status/fetch/': {
    scopes: ['video.upload', 'video.publish'],
    handle: (call) => statusOf(call.world, call.fields.publish_id),
  },
  'POST /v2/video/list/': {
    scopes: ['video.list'],
    handle: (call) => {
      const max_count = Number(call.fields.max_count);
      if (max_count > 20) throw new ApiError(400, 'invalid_params');
      const videos = call.world.videos.slice(0, max_count).map(({ id, title, createdAt }) => ({
        id,
        title: title.slice(0, 150),
        video_description: title,
        create_time: Math.floor(createdAt / 1000),
      }));
      return ok({ videos, cursor: 0, has_more: false });
    },
  },
  'POST /v2/video/query/': {
    scopes: ['video.list'],
    handle: (call) => {
      const { video_ids: ids } = call.fields.filters as { video_ids: string[] };
      return ok({
        videos: call.world.videos.filter(({ id }) => ids.includes(id)).map(({ id, figures }) => ({ id, ...figures })),
      });
    },
  },
};

export type TikTokServer = Imitation & {
  /** How the agent reaches it. */
  api: PlatformApi;
  world: World;
  /**
   * Decides at an authorization URL as the user, who may deny a scope; returns the address where the browser ends up.
   */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
};

/** TikTok's sign-in and Content Posting API on loopback, with the documented rules. */
export async function startTikTok({
  openId = 'open-id-ada',
  ...options
}: Partial<World> & { openId?: string } = {}): Promise<TikTokServer> {
  const now = options.now ?? Date.now;
  const world: World = { ...newWorld(now, openId), ...options };
  const server = await startImitation({
    world,
    now,
    perform(incoming) {
      const { name, bearer } = incoming;
      const call = { ...incoming, world };
      const open = OPEN[name];
      if (open) return open(call);
      const route = WITH_TOKEN[name];
      if (!route) return { status: 404, body: '<html><title>404</title></html>' };
      const login = loginOf(world.accounts, bearer);
      if (!login)
        throw new ApiError(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
      if (!route.scopes.some((scope) => login.scopes.includes(scope)))
        throw new ApiError(401, 'scope_not_authorized', 'The user did not authorize the scope required.');
      return route.handle(call);
    },
    trouble: undefined,
  });
  const { origin } = server;
  return {
    ...server,
    api: platformApi('tiktok', { tiktok: { origin, site: origin } }),
    world,
    decide: (authorizeUrl, decision = 'allow') => decideAt(origin, authorizeUrl, { decision }),
  };
}
