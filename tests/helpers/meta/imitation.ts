import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Busboy } from '@fastify/busboy';
import * as facebook from './facebook.ts';
import * as instagram from './instagram.ts';
import { createComment, deleteNode, listComments, showNode } from './nodes.ts';
import {
  type Answer,
  type Call,
  type GraphOptions,
  GraphRefusal,
  graphError,
  newWorld,
  type Page,
  type Token,
  type UploadedFile,
  type World,
} from './world.ts';

/** What goes wrong with a request: instead of what it asks for, or after it was done. */
export type Fault = {
  when: 'before' | 'after';
  answer: 'cut' | { status: number; body?: string | object; headers?: Record<string, string> };
};

type Handler = (call: Call) => Answer;
type Route = { name: string; method: string; path: RegExp; handle: Handler };

function route(name: string, handle: Handler): Route {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, handle, path: new RegExp(`^${path.replaceAll(':id', '(\\d+(?:_\\d+)?)')}$`) };
}

/** Below the version; the last two are those of the hosts for uploads. */
const ROUTES: Route[] = [
  route('GET /debug_token', facebook.debugToken),
  route('POST /oauth/access_token', facebook.exchangeToken),
  route('GET /refresh_access_token', instagram.refreshToken),
  route('GET /me', (call) =>
    call.token.kind === 'instagram' ? instagram.showProfessional(call) : facebook.showMe(call),
  ),
  route('GET /me/accounts', facebook.listPages),
  route('GET /me/permissions', facebook.listPermissions),
  route('POST /:id/photos', facebook.createPhoto),
  route('POST /:id/feed', facebook.createPost),
  route('GET /:id/published_posts', facebook.listPosts),
  route('POST /:id/video_reels', facebook.handleReels),
  route('GET /:id/video_reels', facebook.listReels),
  route('POST /:id/videos', facebook.handleVideos),
  route('GET /:id/videos', facebook.listVideos),
  route('POST /:id/comments', createComment),
  route('GET /:id/comments', listComments),
  route('POST /:id/media', instagram.createContainer),
  route('POST /:id/media_publish', instagram.publishContainer),
  route('GET /:id/media', instagram.listMedia),
  route('GET /:id/content_publishing_limit', instagram.showLimit),
  route('GET /:id', showNode),
  route('DELETE /:id', deleteNode),
  route('POST /video-upload/:id', facebook.uploadVideo),
  route('POST /ig-api-upload/:id', instagram.uploadContainer),
];

/** Their documents demand the token as the parameter `access_token`. */
const WITH_PARAMETER = ['GET /debug_token', 'GET /refresh_access_token'];

export type MetaServer = {
  origin: string;
  world: World;
  /** The requests since the start: `POST /:id/feed`. */
  requests: { name: string; url: string; headers: IncomingMessage['headers'] }[];
  /** How much of uploads has arrived, in bytes. */
  received(): number;
  addPage(name: string, more?: Partial<Page>): Page;
  /** A token of a person, as the Graph API Explorer makes them; `seconds` is how long it holds, 0 for ever. */
  userToken(scopes: readonly string[], seconds?: number): Token;
  /** A token of an Instagram account, as "Generate token" makes them. */
  instagramToken(igId: string, scopes: readonly string[]): Token;
  fail(name: string, ...faults: (Fault | null)[]): void;
  breakConnections(): void;
  close(): Promise<void>;
};

const DEFAULTS: GraphOptions = {
  now: Date.now,
  version: 'v26.0',
  processingMs: 5_000,
  chunkBytes: 1024 * 1024,
  reelsPerDay: 30,
  postsPerDay: 100,
};

/**
 * graph.facebook.com, graph.instagram.com and rupload.facebook.com on one port of loopback, as far as posting needs
 * them. https://developers.facebook.com/docs/graph-api and https://developers.facebook.com/docs/instagram-platform
 */
export async function startMetaServer(options: Partial<GraphOptions> = {}): Promise<MetaServer> {
  const world = newWorld({ ...DEFAULTS, ...options });
  const faults = new Map<string, (Fault | null)[]>();
  const requests: MetaServer['requests'] = [];
  let received = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', world.origin);
    const path = url.pathname
      .replace(/^\/(video-upload|ig-api-upload)\/v[\d.]+\//, '/$1/')
      .replace(/^\/v[\d.]+\//, '/');
    const found = ROUTES.find((one) => one.method === request.method && one.path.test(path));
    const name = found?.name ?? `${request.method} ${path}`;
    requests.push({ name, url: url.href, headers: request.headers });
    request.on('data', (piece: Buffer) => {
      received += piece.byteLength;
    });
    const fault = faults.get(name)?.shift();
    const body = await readBody(request);
    response.setHeader('facebook-api-version', world.options.version);
    response.setHeader('date', new Date(world.options.now()).toUTCString());
    if (fault?.when === 'before') return goWrong(response, fault);
    const ids = found?.path.exec(path)?.slice(1) ?? [];
    const params = { ...Object.fromEntries(url.searchParams), ...body.params };
    const result = perform(found, { ids, params, file: body.file }, request);
    if (fault?.when === 'after') return goWrong(response, fault);
    send(response, result.status ?? 200, result.body, result.headers);
  }

  function perform(
    found: Route | undefined,
    { ids, params, file }: { ids: string[]; params: Record<string, string>; file: UploadedFile | null },
    { headers }: IncomingMessage,
  ): Answer {
    try {
      if (!found) throw new GraphRefusal(2500, 'Unknown path components');
      const header = /^(?:Bearer|OAuth) (.+)$/.exec(headers.authorization ?? '')?.[1];
      const value = (WITH_PARAMETER.includes(found.name) ? undefined : header) ?? params.access_token;
      return found.handle({ world, ids, params, headers, file, token: tokenNamed(world, value) });
    } catch (error) {
      if (error instanceof GraphRefusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!request.destroyed || request.complete)
        send(response, 500, graphError(1, `The imitation failed: ${error.stack}`));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin: world.origin,
    world,
    requests,
    received: () => received,
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
    fail: (name, ...next) => void faults.set(name, next),
    breakConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
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

type Body = { params: Record<string, string>; file: UploadedFile | null };

/** A form, a form with a file, or a file alone, of which the length and the hash are kept. */
async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return await readForm(request, type);
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let size = 0;
  const isFile = type.startsWith('application/octet-stream');
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    hash.update(piece);
    if (!isFile) pieces.push(piece);
  }
  if (isFile) return { params: {}, file: { mimeType: type, size, sha256: hash.digest('hex') } };
  const text = Buffer.concat(pieces).toString();
  if (type.startsWith('application/json')) return { params: flat(JSON.parse(text || '{}')), file: null };
  return { params: Object.fromEntries(new URLSearchParams(text)), file: null };
}

function flat(json: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

async function readForm(request: IncomingMessage, type: string): Promise<Body> {
  const params: Record<string, string> = {};
  let file: UploadedFile | null = null;
  const busboy = new Busboy({ headers: { 'content-type': type } });
  busboy.on('field', (name, value) => {
    params[name] = value;
  });
  busboy.on('file', (_name, stream, _filename, _encoding, mimeType) => {
    const hash = createHash('sha256');
    let size = 0;
    stream.on('data', (piece: Buffer) => {
      hash.update(piece);
      size += piece.byteLength;
    });
    stream.on('end', () => {
      file = { mimeType, size, sha256: hash.digest('hex') };
    });
  });
  await new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('The client broke off.')));
    request.pipe(busboy);
  });
  return { params, file };
}

function goWrong(response: ServerResponse, { answer }: Fault): void {
  if (answer === 'cut') response.destroy();
  else send(response, answer.status, answer.body ?? graphError(2, 'Service temporarily unavailable'), answer.headers);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=UTF-8';
  response.writeHead(status, { 'content-type': type, ...headers }).end(isPage ? body : JSON.stringify(body));
}
