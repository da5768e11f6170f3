import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText } from './little-text.ts';
import { readPdf } from './pdf.ts';

/** What goes wrong with a request: instead of what it asks for, or after it was done. */
export type Fault = {
  when: 'before' | 'after';
  answer: 'cut' | { status: number; body?: string | object; headers?: Record<string, string> };
};

export type Member = { id: string; name: string; token: string; scopes: string[]; isRevoked: boolean };
type Media = { urn: string; owner: string; size: number; parts: (Buffer | null)[]; isDone: boolean; readyAt: number };
type Post = {
  urn: string;
  author: string;
  text: string;
  commentary: string;
  media: { id: string; altText?: string; title?: string }[];
  article?: Article;
};

export type World = {
  origin: string;
  now: () => number;
  versions: string[];
  members: Member[];
  media: Map<string, Media>;
  posts: Post[];
  processingMs: number;
  processing: 'done' | 'failed' | 'never';
  /** Members' tokens may ask how far a document is. */
  showsDocuments: boolean;
  partBytes: number;
};

type Attached = Post['media'][number];
type Article = { source: string; title: string; description?: string; thumbnail?: string };
type NewPost = {
  author: string;
  commentary: string;
  visibility: string;
  lifecycleState: string;
  content?: { media?: Attached; multiImage?: { images: Attached[] }; article?: Article };
};

type Answer = { status: number; body?: object; headers?: Record<string, string> };

class ApiError extends Error {
  readonly answer: Answer;
  constructor(status: number, code: string, message: string, more: object = {}) {
    super(message);
    this.answer = { status, body: { status, code, message, ...more } };
  }
}

const denied = (what: string) => new ApiError(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`);
const BODY_MAX = 8 * 1024 * 1024;

export type LinkedInServer = {
  origin: string;
  world: World;
  requests: { name: string; headers: IncomingMessage['headers'] }[];
  addMember(name: string, scopes?: string[]): Member;
  fail(name: string, ...faults: Fault[]): void;
  close(): Promise<void>;
};

/**
 * LinkedIn's versioned API on loopback, as far as a member's posts need it: headers, uploads in parts, little text,
 * duplicates. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export async function startLinkedInServer(more: Partial<World> = {}): Promise<LinkedInServer> {
  const world: World = {
    origin: '',
    now: Date.now,
    versions: ['202607'],
    members: [],
    media: new Map(),
    posts: [],
    processingMs: 10_000,
    processing: 'done',
    showsDocuments: true,
    partBytes: 4 * 1024 * 1024,
    ...more,
  };
  const requests: LinkedInServer['requests'] = [];
  const faults = new Map<string, Fault[]>();
  let ids = 7_000_000_000_000_000_000n;
  const nextId = () => String(++ids);

  function nameOf(method: string, url: URL): string {
    const path = url.pathname.replace(/\/urn[^/]*$/, '/:urn').replace(/\/upload\/.*$/, '/upload');
    const action = url.searchParams.get('action');
    return `${method} ${path}${action ? `?action=${action}` : ''}`;
  }

  function caller(request: IncomingMessage): Member {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const member = world.members.find((one) => one.token === token);
    if (!member) throw new ApiError(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token');
    if (member.isRevoked)
      throw new ApiError(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user');
    return member;
  }

  function handle(name: string, request: IncomingMessage, url: URL, bytes: Buffer): Answer {
    const member = caller(request);
    if (name === 'GET /v2/userinfo') {
      if (!member.scopes.includes('openid')) throw denied('userinfo.GET.NO_VERSION');
      return { status: 200, body: { sub: member.id, name: member.name } };
    }
    if (name === 'PUT /upload') return upload(url, bytes);
    const version = String(request.headers['linkedin-version'] ?? '');
    if (!world.versions.includes(version))
      throw new ApiError(426, 'NONEXISTENT_VERSION', `Requested version ${version}01 is not active`);
    if (request.headers['x-restli-protocol-version'] !== '2.0.0')
      throw new ApiError(400, 'ILLEGAL_ARGUMENT', 'Rest.li protocol version 2.0.0 is required');
    if (!member.scopes.includes('w_member_social')) throw denied(`${name}.${version}01`);
    const json = bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
    const urn = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    switch (name) {
      case 'POST /rest/images?action=initializeUpload':
        return begin(member, 'image', json.initializeUploadRequest);
      case 'POST /rest/videos?action=initializeUpload':
        return begin(member, 'video', json.initializeUploadRequest);
      case 'POST /rest/videos?action=finalizeUpload':
        return finalize(json.finalizeUploadRequest);
      case 'GET /rest/videos/:urn':
        return { status: 200, body: { id: urn, ...stateOf(world.media.get(urn)) } };
      case 'POST /rest/documents?action=initializeUpload':
        return begin(member, 'document', json.initializeUploadRequest);
      case 'GET /rest/documents/:urn':
        if (!world.showsDocuments) throw new ApiError(403, 'ACCESS_DENIED', 'Accessing this document is forbidden');
        return { status: 200, body: { id: urn, ...stateOf(world.media.get(urn)) } };
      case 'POST /rest/posts':
        return post(member, json);
      case 'DELETE /rest/posts/:urn':
        world.posts = world.posts.filter((one) => one.urn !== urn);
        return { status: 204 };
      default:
        throw denied(name);
    }
  }

  function begin(
    member: Member,
    kind: 'image' | 'video' | 'document',
    request: { owner: string; fileSizeBytes?: number },
  ): Answer {
    if (request.owner !== `urn:li:person:${member.id}`)
      throw new ApiError(400, 'INVALID', 'The owner is not the caller');
    const urn = `urn:li:${kind}:C4E${nextId()}`;
    const size = request.fileSizeBytes ?? 0;
    const count = kind === 'video' ? Math.ceil(size / world.partBytes) : 1;
    const media = { urn, owner: request.owner, size, parts: Array(count).fill(null), isDone: false, readyAt: 0 };
    world.media.set(urn, media);
    const address = (part: number) => `${world.origin}/upload/${encodeURIComponent(urn)}?part=${part}`;
    if (kind !== 'video') return { status: 200, body: { value: { uploadUrl: address(0), [kind]: urn } } };
    const uploadInstructions = media.parts.map((_, part) => ({
      uploadUrl: address(part),
      firstByte: part * world.partBytes,
      lastByte: Math.min((part + 1) * world.partBytes, size) - 1,
    }));
    return { status: 200, body: { value: { video: urn, uploadToken: 'token', uploadInstructions } } };
  }

  function upload(url: URL, bytes: Buffer): Answer {
    const media = world.media.get(decodeURIComponent(url.pathname.replace('/upload/', '')));
    const part = Number(url.searchParams.get('part'));
    if (!media) throw new ApiError(404, 'NOT_FOUND', 'No such upload');
    media.parts[part] = bytes;
    if (!media.urn.startsWith('urn:li:video:')) media.isDone = true;
    if (media.urn.startsWith('urn:li:document:')) {
      // What is no PDF, or has too many pages, cannot be processed.
      const pages = readPdf(bytes).pages.length;
      if (pages === 0 || pages > 300 || bytes.length > 100e6) world.processing = 'failed';
      media.readyAt = processedAt();
    }
    return { status: 201, headers: { etag: `"${etagOf(bytes)}"` } };
  }

  function finalize(request: { video: string; uploadToken: string; uploadedPartIds: string[] }): Answer {
    const media = world.media.get(request.video);
    const etags = media?.parts.map((bytes) => bytes && etagOf(bytes));
    const isWhole = media && Buffer.concat(media.parts.map((bytes) => bytes ?? Buffer.alloc(0))).length === media.size;
    if (!isWhole || request.uploadToken !== 'token' || String(etags) !== String(request.uploadedPartIds))
      throw new ApiError(400, 'INVALID', 'The parts do not make the video');
    media.isDone = true;
    media.readyAt = processedAt();
    return { status: 200 };
  }

  function processedAt(): number {
    return world.processing === 'never' ? Number.POSITIVE_INFINITY : world.now() + world.processingMs;
  }

  function stateOf(media: Media | undefined): object {
    if (!media?.isDone) return { status: 'WAITING_UPLOAD' };
    if (media.readyAt > world.now()) return { status: 'PROCESSING' };
    if (world.processing !== 'failed') return { status: 'AVAILABLE' };
    return {
      status: 'PROCESSING_FAILED',
      processingFailureReason: media.urn.startsWith('urn:li:video:')
        ? 'The video has no picture'
        : 'The file cannot be read',
    };
  }

  function post(member: Member, json: NewPost): Answer {
    const known = ['author', 'commentary', 'visibility', 'distribution', 'content', 'lifecycleState'];
    const unknown = Object.keys(json).find((key) => ![...known, 'isReshareDisabledByAuthor'].includes(key));
    if (unknown) throw new ApiError(403, 'ACCESS_DENIED', `Unpermitted fields present in REQUEST_BODY: [/${unknown}]`);
    const author = `urn:li:person:${member.id}`;
    if (json.author !== author || json.visibility !== 'PUBLIC' || json.lifecycleState !== 'PUBLISHED')
      throw new ApiError(422, 'INVALID', 'A required field is wrong');
    const text = readText(json.commentary);
    if (text.length > 3000) throw new ApiError(422, 'INVALID', 'The commentary exceeds 3000 characters');
    const media = json.content?.multiImage?.images ?? (json.content?.media ? [json.content.media] : []);
    if (json.content?.multiImage && (media.length < 2 || media.length > 20))
      throw new ApiError(422, 'INVALID', 'multiImage takes 2 to 20 images');
    const isReady = ({ id }: { id: string }) => {
      const one = world.media.get(id);
      return one?.isDone && one.readyAt <= world.now();
    };
    const hasDocument = media.some(({ id }) => id.startsWith('urn:li:document:'));
    if (hasDocument && (json.content?.multiImage || !media[0]?.title || media[0].altText !== undefined))
      throw new ApiError(422, 'INVALID', 'A document is posted alone, with a title');
    if (!media.every(isReady)) throw new ApiError(422, 'INVALID', 'The media are not available');
    const article = json.content?.article;
    if (article && (Object.keys(json.content ?? {}).length !== 1 || !URL.canParse(article.source) || !article.title))
      throw new ApiError(422, 'INVALID', 'An article has a source and a title, and nothing beside it');
    if (article?.thumbnail && !isReady({ id: article.thumbnail }))
      throw new ApiError(422, 'INVALID', 'The thumbnail is not available');
    if (text === '' && media.length === 0) throw new ApiError(422, 'INVALID', 'The post is empty');
    const same = world.posts.find((one) => one.author === author && one.text === text && media.length === 0);
    if (same)
      throw new ApiError(422, 'UNPROCESSABLE', `Content is a duplicate of ${same.urn}`, {
        errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] },
      });
    const urn = `urn:li:share:${nextId()}`;
    world.posts.push({ urn, author, text, commentary: json.commentary, media, ...(article && { article }) });
    return { status: 201, headers: { 'x-restli-id': urn } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', world.origin);
    const name = nameOf(request.method ?? '', url);
    requests.push({ name, headers: request.headers });
    const fault = faults.get(name)?.shift();
    const bytes = await readAll(request);
    if (fault?.when === 'before') return goWrong(response, fault);
    let result: Answer;
    try {
      result = handle(name, request, url, bytes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result = error.answer;
    }
    if (fault) return goWrong(response, fault);
    send(response, result.status, result.body, result.headers);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!request.destroyed || request.complete)
        send(response, 500, { message: `The imitation failed: ${error.stack}` });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: world.origin,
    world,
    requests,
    addMember(name, scopes = ['openid', 'profile', 'w_member_social']) {
      const id = `p${world.members.length}-Ab`;
      const token = `AQ${createHash('sha256').update(`${name}${id}`).digest('base64url')}`;
      const member: Member = { id, name, token, scopes, isRevoked: false };
      world.members.push(member);
      return member;
    },
    fail: (name, ...next) => void faults.set(name, next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function etagOf(bytes: Buffer): string {
  return `/ambry-video/signedId/${createHash('md5').update(bytes).digest('hex')}`;
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
  else send(response, answer.status, answer.body ?? { message: 'Something went wrong' }, answer.headers);
}

/** JSON, a page where the body is a text, or nothing. */
function send(response: ServerResponse, code: number, body?: string | object, headers: Record<string, string> = {}) {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(code, { 'content-type': type, ...headers });
  response.end(body === undefined ? '' : isPage ? body : JSON.stringify(body));
}
