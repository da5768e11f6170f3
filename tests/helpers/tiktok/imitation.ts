import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type PlatformApi, platformApi } from '../../../shared/publishing/platform-apis.ts';
import type { Reply } from '../youtube/google-oauth.ts';
import { ApiError, beginPost, statusOf, takeChunk, type World } from './posts.ts';
import { consentPage, decide, giveToken, revokeToken } from './tiktok-oauth.ts';

/** What goes wrong with a request: instead of it, or after it was done. */
export type Fault = { when: 'before' | 'after'; answer: 'cut' | { status: number; body?: unknown } };

type Call = { world: World; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };
const form = ({ body }: Call) => new URLSearchParams(body.toString());
const json = ({ body }: Call) => JSON.parse(body.toString());
const ok = (data: unknown): Reply => ({ status: 200, body: { data, error: { code: 'ok', message: '', log_id: '1' } } });

const OPEN: Record<string, (call: Call) => Reply> = {
  'GET /v2/auth/authorize/': ({ query }) => consentPage(query),
  'POST /v2/auth/authorize/': (call) => decide(call.world.accounts, form(call)),
  'POST /v2/oauth/token/': (call) => giveToken(call.world.accounts, form(call)),
  'POST /v2/oauth/revoke/': (call) => revokeToken(call.world.accounts, form(call)),
  'PUT /video/': (call) => takeChunk(call.world, call),
};

/** Each with the scopes of which one is needed. */
const WITH_TOKEN: Record<string, { scopes: string[]; handle: (call: Call) => Reply }> = {
  'GET /v2/user/info/': {
    scopes: ['user.info.basic'],
    handle: ({ query }) => {
      const user: Record<string, string> = { open_id: 'open-id-ada', display_name: 'Ada' };
      const fields = (query.get('fields') ?? '').split(',');
      return ok({ user: Object.fromEntries(fields.map((name) => [name, user[name]])) });
    },
  },
  'POST /v2/post/publish/creator_info/query/': { scopes: ['video.publish'], handle: ({ world }) => ok(world.creator) },
  'POST /v2/post/publish/video/init/': {
    scopes: ['video.publish'],
    handle: (call) => ok(beginPost(call.world, 'direct', json(call))),
  },
  'POST /v2/post/publish/inbox/video/init/': {
    scopes: ['video.upload'],
    handle: (call) => ok(beginPost(call.world, 'inbox', json(call))),
  },
  'POST /v2/post/publish/status/fetch/': {
    scopes: ['video.upload', 'video.publish'],
    handle: (call) => statusOf(call.world, json(call).publish_id),
  },
  'POST /v2/video/list/': {
    scopes: ['video.list'],
    handle: (call) => {
      const { max_count } = json(call);
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
      const ids: string[] = json(call).filters.video_ids;
      return ok({
        videos: call.world.videos.filter(({ id }) => ids.includes(id)).map(({ id, figures }) => ({ id, ...figures })),
      });
    },
  },
};

export type TikTokServer = {
  /** Where the agent finds it. */
  api: PlatformApi;
  world: World;
  requests: { name: string; headers: IncomingMessage['headers'] }[];
  /** Decides at an authorization URL as the person, who may leave a scope out; the address that the browser ends on. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
  /** Lets the next requests of a route go wrong, one for each fault; null lets one pass. */
  fail(name: string, ...faults: (Fault | null)[]): void;
  close(): Promise<void>;
};

/** TikTok's sign-in and Content Posting API on loopback, with the rules that its documents give. */
export async function startTikTok(options: Partial<World> = {}): Promise<TikTokServer> {
  const now = options.now ?? Date.now;
  const world: World = {
    origin: '',
    now,
    accounts: { now, grants: new Map(), logins: [] },
    creator: {
      creator_username: 'ada.walks',
      privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
      comment_disabled: false,
      duet_disabled: true,
      stitch_disabled: false,
      max_video_post_duration_sec: 300,
    },
    isAudited: true,
    failReason: null,
    processingMs: 5_000,
    posts: [],
    videos: [],
    inits: [],
    ...options,
  };
  const faults = new Map<string, (Fault | null)[]>();
  const requests: TikTokServer['requests'] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', world.origin);
    const name = `${request.method} ${url.pathname}`;
    requests.push({ name, headers: request.headers });
    response.setHeader('date', new Date(now()).toUTCString());
    const body = await buffer(request);
    const fault = faults.get(name)?.shift();
    const isDone = fault?.when !== 'before';
    const reply = isDone ? perform(name, { world, query: url.searchParams, headers: request.headers, body }) : null;
    if (fault?.answer === 'cut') response.destroy();
    else send(response, fault?.answer ?? reply ?? { status: 500 });
  }

  function perform(name: string, call: Call): Reply {
    try {
      const open = OPEN[name];
      if (open) return open(call);
      const route = WITH_TOKEN[name];
      if (!route) return { status: 404, body: '<html><title>404</title></html>' };
      const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
      const login = world.accounts.logins.find(({ access }) => access === value);
      if (!login || login.isRevoked || login.expiresAt <= now())
        throw new ApiError(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
      if (!route.scopes.some((scope) => login.scopes.includes(scope)))
        throw new ApiError(401, 'scope_not_authorized', 'The user did not authorize the scope required.');
      return route.handle(call);
    } catch (error) {
      if (error instanceof ApiError) return error.reply;
      throw error;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, { status: 500, body: `<p>${error?.stack}</p>` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { origin } = world;

  return {
    api: platformApi('tiktok', { tiktok: { origin, site: origin } }),
    world,
    requests,
    async decide(authorizeUrl, decision = 'allow') {
      const { searchParams, pathname } = new URL(authorizeUrl);
      const body = new URLSearchParams([...searchParams, ['decision', decision]]);
      const response = await fetch(new URL(pathname, origin), { method: 'POST', body, redirect: 'manual' });
      const location = response.headers.get('location');
      if (!location) throw new Error(await response.text());
      return location;
    },
    fail: (name, ...next) => void faults.set(name, next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** JSON, or text as it is. */
function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const isText = typeof body === 'string';
  const type = isText && body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText || body === undefined ? body : JSON.stringify(body));
}
