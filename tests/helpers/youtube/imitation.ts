import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type PlatformApi, platformApi } from '../../../shared/publishing/platform-apis.ts';
import { consentPage, decide, giveToken, type Reply, revokeToken, SCOPE } from './google-oauth.ts';
import { judge } from './schema-judge.ts';
import { beginUpload, takeBytes } from './uploads.ts';
import { ApiError, newId, newWorld, videoAnswer, type World, type WorldOptions } from './world.ts';

/** What goes wrong with a request: instead of it, after it was done, or after so many bytes of a chunk arrived. */
export type Fault =
  | { when: 'before' | 'after'; answer: 'cut' | { status: number; body?: unknown; headers?: Record<string, string> } }
  | { when: 'middle'; bytes: number };

type Call = { world: World; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };
type Handler = (call: Call) => Reply;

const form = ({ body }: Call) => new URLSearchParams(body.toString());

const OPEN: Record<string, Handler> = {
  'GET /o/oauth2/v2/auth': ({ query }) => consentPage(query),
  'POST /o/oauth2/v2/auth': (call) => decide(call.world.accounts, form(call)),
  'POST /token': (call) => giveToken(call.world.accounts, form(call)),
  'POST /revoke': (call) => revokeToken(call.world.accounts, form(call)),
};

const WITH_TOKEN: Record<string, Handler> = {
  'GET /youtube/v3/channels': ({ world, query }) => {
    if (query.get('mine') !== 'true') throw new ApiError(400, 'missingRequiredParameter', 'No filter selected.');
    const { channel } = world;
    if (!channel) return { status: 200, body: { kind: 'youtube#channelListResponse' } };
    const { id, title, customUrl, uploads } = channel;
    const item = { id, snippet: { title, customUrl }, contentDetails: { relatedPlaylists: { likes: '', uploads } } };
    return { status: 200, body: { kind: 'youtube#channelListResponse', items: [item] } };
  },
  'POST /upload/youtube/v3/videos': (call) => beginUpload(call.world, call),
  'PUT /upload/youtube/v3/videos': (call) => takeBytes(call.world, call),
  'GET /youtube/v3/playlistItems': ({ world, query }) => {
    if (query.get('playlistId') !== world.channel?.uploads || world.videos.length === 0)
      throw new ApiError(404, 'playlistNotFound', 'The playlist identified with the request cannot be found.');
    const start = Number(query.get('pageToken') ?? 0);
    const size = Math.min(Number(query.get('maxResults') ?? 5), world.options.pageSize);
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
  'GET /youtube/v3/videos': ({ world, query }) => {
    const found = world.videos.filter(({ id }) => id === query.get('id'));
    return {
      status: 200,
      body: { items: found.map((video) => ({ ...videoAnswer(video), statistics: video.statistics })) },
    };
  },
  'DELETE /youtube/v3/videos': ({ world, query }) => {
    const index = world.videos.findIndex(({ id }) => id === query.get('id'));
    if (index < 0) throw new ApiError(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
    world.videos.splice(index, 1);
    return { status: 204 };
  },
  'POST /youtube/v3/commentThreads': ({ world, body }) => {
    const thread = JSON.parse(body.toString());
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
  'GET /youtube/v3/commentThreads': ({ world, query }) => ({
    status: 200,
    body: {
      items: world.comments
        .filter(({ videoId }) => videoId === query.get('videoId'))
        .map(({ id, text, authorChannelId }) => ({
          id,
          snippet: {
            topLevelComment: { snippet: { textOriginal: text, authorChannelId: { value: authorChannelId } } },
          },
        })),
    },
  }),
};

export type YouTubeServer = {
  /** Where the agent finds it. */
  api: PlatformApi;
  world: World;
  /** The requests since the start. */
  requests: { name: string; headers: IncomingMessage['headers']; query: URLSearchParams }[];
  /** Decides at an authorization URL as the person; the address that the browser ends on. */
  decide(authorizeUrl: string, decision?: 'allow' | 'cancel' | 'without'): Promise<string>;
  /** Lets the next requests of a route go wrong, one for each fault; null lets one pass. */
  fail(name: string, ...faults: (Fault | null)[]): void;
  close(): Promise<void>;
};

/** Google's sign-in and the YouTube Data API on loopback, as far as posting needs them. */
export async function startYouTube(options: Partial<WorldOptions> = {}): Promise<YouTubeServer> {
  const world = newWorld({ now: Date.now, isAudited: true, isTesting: false, pageSize: 50, ...options });
  const faults = new Map<string, (Fault | null)[]>();
  const requests: YouTubeServer['requests'] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', world.origin);
    const name = `${request.method} ${url.pathname}`;
    requests.push({ name, headers: request.headers, query: url.searchParams });
    response.setHeader('date', new Date(world.options.now()).toUTCString());
    const body = await buffer(request);
    const call = { world, query: url.searchParams, headers: request.headers, body };
    const fault = faults.get(name)?.shift();
    if (fault?.when === 'before') return goWrong(response, fault.answer);
    if (fault?.when === 'middle') {
      takeBytes(world, call, fault.bytes);
      return goWrong(response, 'cut');
    }
    const reply = perform(name, call);
    if (fault?.when === 'after') return goWrong(response, fault.answer);
    send(response, reply);
  }

  function perform(name: string, call: Call): Reply {
    try {
      const open = OPEN[name];
      if (open) return open(call);
      const handler = WITH_TOKEN[name];
      if (!handler) return { status: 404, body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' };
      const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
      const token = world.accounts.tokens.find((one) => one.value === value && one.expiresAt > world.options.now());
      if (!token) throw new ApiError(401, 'authError', 'Request had invalid authentication credentials.');
      if (!token.scopes.includes(SCOPE))
        throw new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
      return handler(call);
    } catch (error) {
      if (error instanceof ApiError) return error.reply;
      throw error;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, { status: 500, body: String(error?.stack) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { origin } = world;

  return {
    api: platformApi('youtube_shorts', { youtube_shorts: { origin, site: origin, tokenOrigin: origin } }),
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

function goWrong(response: ServerResponse, answer: 'cut' | Reply): void {
  if (answer === 'cut') response.destroy();
  else send(response, answer);
}

/** JSON, or a page or text where the body is one. */
function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const isText = typeof body === 'string';
  const type = isText ? (body.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain') : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText || body === undefined ? body : JSON.stringify(body));
}
