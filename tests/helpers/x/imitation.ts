import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Busboy } from '@fastify/busboy';
import { Ajv, type ValidateFunction } from 'ajv';
import { append, describe, finalize, initialize, status, uploadAtOnce } from './media.ts';
import { createPost, deletePost, listPosts, type NewPost, showPost } from './posts.ts';
import { signer } from './signature.ts';
import { ApiError, type World, type XUser } from './world.ts';

/** What goes wrong with a request: instead of what it asks for, or after it was done. */
export type Fault = {
  when: 'before' | 'after';
  answer: 'cut' | { status: number; body?: string | object; headers?: Record<string, string> };
};

type Body = { json: unknown; file: Buffer; fileType: string };
type Call = { world: World; user: XUser; id: string; query: URLSearchParams; body: Body };
type Route = { name: string; method: string; path: RegExp; handle: (call: Call) => object };

const WINDOW_MS = 15 * 60_000;
const BODY_MAX = 8 * 1024 * 1024;

const ROUTES: Route[] = [
  route('GET /2/users/me', ({ user: { id, username } }) => ({ data: { id, username, name: username } })),
  route('POST /2/media/upload', (call) => {
    const { media_category } = call.body.json as { media_category: string };
    return uploadAtOnce(call, media_category, call.body.file, call.body.fileType);
  }),
  route('GET /2/media/upload', (call) => status(call, call.query.get('media_id') ?? '')),
  route('POST /2/media/upload/initialize', (call) =>
    initialize(call, call.body.json as Parameters<typeof initialize>[1]),
  ),
  route('POST /2/media/upload/:id/append', (call) =>
    append(call, call.id, (call.body.json as { segment_index: number }).segment_index, call.body.file),
  ),
  route('POST /2/media/upload/:id/finalize', (call) => finalize(call, call.id)),
  route('POST /2/media/metadata', (call) => {
    const { id, metadata } = call.body.json as { id: string; metadata: { alt_text: { text: string } } };
    return describe(call, id, metadata.alt_text.text);
  }),
  route('POST /2/tweets', (call) => createPost(call, call.body.json as NewPost)),
  route('GET /2/tweets/:id', (call) => showPost(call, call.id)),
  route('DELETE /2/tweets/:id', (call) => deletePost(call, call.id)),
  route('GET /2/users/:id/tweets', (call) => listPosts(call, call.id, call.query)),
];

function route(name: string, handle: Route['handle']): Route {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path: new RegExp(`^${path.replaceAll(':id', '(\\d+)')}$`), handle };
}

/** X's own schemas of the request bodies, by route. */
const SCHEMAS = bodySchemas();

export type XServer = {
  origin: string;
  world: World;
  /** The requests since the start: `POST /2/tweets`. */
  requests: { name: string; headers: IncomingMessage['headers'] }[];
  /** An account with its app's keys. */
  addUser(username: string, more?: Partial<XUser>): XUser;
  /** Lets the next requests of a route go wrong, one for each fault. */
  fail(name: string, ...faults: (Fault | null)[]): void;
  close(): Promise<void>;
};

/**
 * X's API v2 on loopback, as far as posting needs it: signatures, uploads, posts, and the rules that the documents give
 * for them. Bodies are held against X's own OpenAPI document. https://docs.x.com/x-api
 */
export async function startXServer(more: Partial<World> = {}): Promise<XServer> {
  const world: World = {
    origin: '',
    now: Date.now,
    users: [],
    media: new Map(),
    posts: [],
    processing: 'done',
    processingMs: 2_000,
    hasCredits: true,
    listedAfterMs: 0,
    postsAllowed: 100,
    ids: { last: 0n },
    ...more,
  };
  const faults = new Map<string, (Fault | null)[]>();
  const requests: XServer['requests'] = [];
  const nonces = new Set<string>();
  const counts = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(world.now()).toUTCString());
    const url = new URL(request.url ?? '/', world.origin);
    const found = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
    const name = found?.name ?? `${request.method} ${url.pathname}`;
    requests.push({ name, headers: request.headers });
    const fault = faults.get(name)?.shift();
    const body = await readBody(request);
    if (fault?.when === 'before') return goWrong(response, fault);
    const result = perform(found, request, response, url, body);
    if (fault?.when === 'after') return goWrong(response, fault);
    send(response, result.status, result.body);
  }

  function perform(
    found: Route | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: Body,
  ): { status: number; body: object } {
    try {
      const user = signer(world, nonces, request.method ?? '', url, request.headers.authorization);
      response.setHeader('x-access-level', user.access);
      if (!found) throw new ApiError(404, 'Not Found', 'Not Found');
      if (request.method !== 'GET' && user.access === 'read')
        throw new ApiError(403, 'Forbidden', OAUTH1_PERMISSIONS, {
          type: 'https://api.twitter.com/2/problems/oauth1-permissions',
        });
      if (found.name === 'POST /2/tweets') count(user, response);
      const isValid = SCHEMAS.get(found.name);
      if (isValid && !isValid(body.json))
        throw new ApiError(400, 'Invalid Request', 'One or more parameters to your request was invalid.', {
          errors: isValid.errors?.map(({ instancePath, message }) => ({ message: `${instancePath} ${message}` })),
        });
      const id = found.path.exec(url.pathname)?.[1] ?? '';
      const made = found.handle({ world, user, id, query: url.searchParams, body });
      return { status: found.name === 'POST /2/tweets' ? 201 : 200, body: made };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: error.body };
      throw error;
    }
  }

  function count(user: XUser, response: ServerResponse): void {
    const window = Math.floor(world.now() / WINDOW_MS);
    const key = `${user.id}:${window}`;
    const used = (counts.get(key) ?? 0) + 1;
    counts.set(key, used);
    response.setHeader('x-rate-limit-limit', String(world.postsAllowed));
    response.setHeader('x-rate-limit-remaining', String(Math.max(world.postsAllowed - used, 0)));
    response.setHeader('x-rate-limit-reset', String(((window + 1) * WINDOW_MS) / 1000));
    if (used > world.postsAllowed) throw new ApiError(429, 'Too Many Requests', 'Too Many Requests');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!request.destroyed || request.complete)
        send(response, 500, { title: 'Imitation', detail: `The imitation failed: ${error.stack}` });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin: world.origin,
    world,
    requests,
    addUser(username, given) {
      const id = String(100_000 + world.users.length);
      const text = () => randomBytes(24).toString('base64url');
      const keys = { apiKey: text(), apiSecret: text(), accessToken: `${id}-${text()}`, accessTokenSecret: text() };
      const user: XUser = { id, username, keys, access: 'read-write', ...given };
      world.users.push(user);
      return user;
    },
    fail: (name, ...next) => void faults.set(name, next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const OAUTH1_PERMISSIONS =
  'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.';

function bodySchemas(): Map<string, ValidateFunction> {
  const document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as {
    requests: Record<string, string>;
    components: object;
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'x', components: document.components });
  return new Map(
    Object.entries(document.requests).map(([name, schema]) => [
      name,
      ajv.compile({ $ref: `x#/components/schemas/${schema}` }),
    ]),
  );
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return await readForm(request, type);
  const text = (await readAll(request)).toString();
  return { json: text === '' ? undefined : JSON.parse(text), file: Buffer.alloc(0), fileType: '' };
}

async function readForm(request: IncomingMessage, type: string): Promise<Body> {
  const fields: Record<string, unknown> = {};
  let fileType = '';
  let file: Promise<Buffer> | null = null;
  const busboy = new Busboy({ headers: { 'content-type': type } });
  busboy.on('field', (name, value) => {
    fields[name] = name === 'segment_index' ? Number(value) : value;
  });
  busboy.on('file', (name, stream, _filename, _encoding, mimeType) => {
    fields[name] = '(bytes)';
    fileType = mimeType;
    file = readAll(stream);
  });
  await new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    request.on('aborted', () => reject(new Error('The client broke off.')));
    request.pipe(busboy);
  });
  return { json: fields, file: (await file) ?? Buffer.alloc(0), fileType };
}

async function readAll(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.byteLength;
    if (size > BODY_MAX) throw new Error('The body is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function goWrong(response: ServerResponse, { answer }: Fault): void {
  if (answer === 'cut') response.destroy();
  else send(response, answer.status, answer.body ?? { title: 'Error', detail: 'Something went wrong' }, answer.headers);
}

/** JSON, or a page where the body is a text. */
function send(response: ServerResponse, code: number, body: string | object, headers: Record<string, string> = {}) {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(code, { 'content-type': type, ...headers }).end(isPage ? body : JSON.stringify(body));
}
