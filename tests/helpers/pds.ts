import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
type Answer = { status: number; json: unknown; headers?: Record<string, string> };
/** Answers in the place of the server, once. `next` lets the server do its work and gives its answer. */
type Fault = (request: IncomingMessage, response: ServerResponse, next: () => Promise<Answer>) => void | Promise<void>;
type Sent = { method: string; authorization: string | undefined; headers: IncomingMessage['headers']; body: unknown };
type StoredRecord = { cid: string; value: Json };

export type PdsImitation = Awaited<ReturnType<typeof startPds>>;

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

class Refusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

/**
 * A personal data server on loopback as the lexicons of com.atproto describe it, with one account, and the AppView's
 * count of likes. It takes a post only if its key, its text, its facets, its blobs and what it replies to are right.
 */
export async function startPds(options: { didDoc?: (origin: string) => unknown } = {}) {
  const account = {
    did: 'did:plc:abcdefghijklmnopqrstuvwx',
    handle: 'ada.test',
    appPassword: 'abcd-efgh-ijkl-mnop',
    status: null as string | null,
  };
  const handles = new Map([
    [account.handle, account.did],
    ['grace.test', 'did:plc:grace'],
  ]);
  const access = new Map<string, { hasEnded: boolean }>();
  const refresh = new Set<string>();
  const blobs = new Map<string, number>();
  const posts = new Map<string, StoredRecord>();
  const likes = new Map<string, Json>();
  /** What the video service says is left; null where the network has none. */
  const video = { limits: null as Json | null };
  const grants = new Map<string, { aud: string; lxm: string }>();
  const faults: { method: string; fault: Fault }[] = [];
  const sent: Sent[] = [];
  let revision = 0;

  const session = (): Json => {
    revision += 1;
    const accessJwt = `access-${revision}-${randomUUID()}`;
    const refreshJwt = `refresh-${revision}-${randomUUID()}`;
    access.set(accessJwt, { hasEnded: false });
    refresh.add(refreshJwt);
    return { ...about(), accessJwt, refreshJwt };
  };
  const about = (): Json => ({
    did: account.did,
    handle: account.handle,
    active: account.status === null,
    ...(account.status && { status: account.status }),
    ...(options.didDoc && { didDoc: options.didDoc(origin) }),
  });
  const authorize = (authorization: string | undefined) => {
    const token = access.get(authorization?.replace('Bearer ', '') ?? '');
    if (!token) throw new Refusal(401, 'AuthMissing', 'Authentication Required');
    if (token.hasEnded) throw new Refusal(400, 'ExpiredToken', 'Token has expired');
    if (account.status) throw new Refusal(401, 'AccountDeactivated', 'Account is deactivated');
  };
  const checkPost = (rkey: string, value: Json) => {
    const text = String(value.text);
    const bytes = Buffer.byteLength(text);
    if (!TID.test(rkey)) throw new Refusal(400, 'InvalidRequest', 'Invalid record key');
    if ([...segmenter.segment(text)].length > 300 || bytes > 3000) {
      throw new Refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: text is too long');
    }
    for (const { index } of (value.facets ?? []) as { index: { byteStart: number; byteEnd: number } }[]) {
      if (index.byteStart >= index.byteEnd || index.byteEnd > bytes) {
        throw new Refusal(400, 'InvalidRequest', 'Invalid facet');
      }
    }
    for (const link of JSON.stringify(value.embed ?? {}).match(/"\$link":"([^"]*)"/g) ?? []) {
      if (!blobs.has(link.slice(9, -1))) throw new Refusal(400, 'BlobNotFound', `Could not find blob: ${link}`);
    }
    const { external } = (value.embed ?? {}) as { external?: { uri: string; thumb?: { size: number } } };
    if (external && (!URL.canParse(external.uri) || (external.thumb?.size ?? 0) > 1_000_000)) {
      throw new Refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: embed/external');
    }
    const reply = value.reply as Record<'root' | 'parent', { uri: string; cid: string }> | undefined;
    for (const { uri, cid } of reply ? [reply.root, reply.parent] : []) {
      if (posts.get(uri.split('/').at(-1) ?? '')?.cid !== cid) throw new Refusal(400, 'InvalidRequest', 'No such post');
    }
  };
  const stored = (rkey: string, { cid, value }: StoredRecord): Json => ({
    uri: `at://${account.did}/app.bsky.feed.post/${rkey}`,
    cid,
    value,
  });

  const methods: Record<string, (call: { body: Json; query: URLSearchParams; request: IncomingMessage }) => Json> = {
    'com.atproto.server.createSession': ({ body }) => {
      if (![account.handle, account.did].includes(String(body.identifier)) || body.password !== account.appPassword) {
        throw new Refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
      }
      return session();
    },
    'com.atproto.server.refreshSession': ({ request }) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (!refresh.delete(token)) throw new Refusal(400, 'ExpiredToken', 'Token has been revoked');
      return session();
    },
    'com.atproto.server.deleteSession': ({ request }) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (!refresh.delete(token)) throw new Refusal(400, 'InvalidToken', 'Token could not be verified');
      return {};
    },
    'com.atproto.server.getSession': ({ request }) => {
      const status = account.status;
      account.status = null;
      try {
        authorize(request.headers.authorization);
      } finally {
        account.status = status;
      }
      return about();
    },
    'com.atproto.repo.putRecord': ({ body, request }) => {
      authorize(request.headers.authorization);
      const rkey = String(body.rkey);
      const value = body.record as Json;
      checkPost(rkey, value);
      const cid = cidOf(JSON.stringify(value));
      const current = posts.get(rkey);
      if (current && current.cid !== cid && body.swapRecord === null) {
        throw new Refusal(400, 'InvalidSwap', `Record was at ${current.cid}`);
      }
      posts.set(rkey, { cid, value });
      return stored(rkey, { cid, value });
    },
    'com.atproto.repo.getRecord': ({ query }) => {
      const rkey = query.get('rkey') ?? '';
      const record = posts.get(rkey);
      if (!record) throw new Refusal(400, 'RecordNotFound', 'Could not locate record');
      return stored(rkey, record);
    },
    'com.atproto.repo.listRecords': ({ query }) => {
      const limit = Number(query.get('limit') ?? 50);
      const before = query.get('cursor');
      const newest = [...posts].sort(([one], [other]) => (one < other ? 1 : -1));
      const page = newest.filter(([rkey]) => before === null || rkey < before).slice(0, limit);
      return {
        records: page.map(([rkey, record]) => stored(rkey, record)),
        ...(page.length === limit && { cursor: page.at(-1)?.[0] }),
      };
    },
    'com.atproto.repo.deleteRecord': ({ body, request }) => {
      authorize(request.headers.authorization);
      posts.delete(String(body.rkey));
      return {};
    },
    'com.atproto.server.getServiceAuth': ({ query, request }) => {
      authorize(request.headers.authorization);
      const token = `service-${randomUUID()}`;
      grants.set(token, { aud: query.get('aud') ?? '', lxm: query.get('lxm') ?? '' });
      return { token };
    },
    'app.bsky.video.getUploadLimits': ({ request }) => {
      const granted = grants.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      const own = `did:web:127.0.0.1%3A${new URL(origin).port}`;
      if (granted?.aud !== own || granted.lxm !== 'app.bsky.video.getUploadLimits') {
        throw new Refusal(401, 'AuthMissing', 'No such service token');
      }
      if (!video.limits) throw new Refusal(501, 'MethodNotImplemented', 'Method Not Implemented');
      return video.limits;
    },
    'com.atproto.identity.resolveHandle': ({ query }) => {
      const did = handles.get(query.get('handle') ?? '');
      if (!did) throw new Refusal(400, 'HandleNotFound', 'Unable to resolve handle');
      return { did };
    },
    'app.bsky.feed.getPosts': ({ query }) => {
      const uri = query.get('uris') ?? '';
      const counted = likes.get(uri);
      return { posts: counted ? [{ uri, ...counted }] : [] };
    },
  };

  const answer = async (request: IncomingMessage, method: string, url: URL, entry: Sent): Promise<Answer> => {
    try {
      if (method === 'com.atproto.repo.uploadBlob') {
        authorize(request.headers.authorization);
        const { size, hash } = await hashed(request);
        if (String(size) !== request.headers['content-length']) throw new Refusal(400, 'InvalidRequest', 'Wrong size');
        blobs.set(hash, size);
        const mimeType = request.headers['content-type'];
        return { status: 200, json: { blob: { $type: 'blob', ref: { $link: hash }, mimeType, size } } };
      }
      entry.body = await jsonOf(request);
      const run = methods[method];
      if (!run) throw new Refusal(501, 'MethodNotImplemented', 'Method Not Implemented');
      return { status: 200, json: run({ body: entry.body as Json, query: url.searchParams, request }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, json: { error: error.error, message: error.message } };
    }
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = url.pathname.replace('/xrpc/', '');
    const { authorization } = request.headers;
    const entry: Sent = { method, authorization, headers: request.headers, body: undefined };
    sent.push(entry);
    // A client that was killed hears no answer.
    const next = () =>
      answer(request, method, url, entry).catch(() => ({ status: 500, json: { error: 'InternalServerError' } }));
    const index = faults.findIndex((one) => one.method === method);
    if (index >= 0) return void faults.splice(index, 1)[0]?.fault(request, response, next);
    send(response, await next());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    account,
    posts,
    blobs,
    likes,
    video,
    sent,
    /** The methods that were called, in order. */
    called: () => sent.map(({ method }) => method.split('.').at(-1)),
    /** Does something else the next time that a method is called. */
    fault: (method: string, fault: Fault) => faults.push({ method, fault }),
    /** How many sessions can be renewed. */
    sessions: () => refresh.size,
    expireAccess: () => {
      for (const token of access.values()) token.hasEnded = true;
    },
    revokeRefresh: () => refresh.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Refuses with a status and an error, as a server of the AT Protocol does. */
export function refusing(status: number, error: string, headers: Record<string, string> = {}): Fault {
  return async (request, response) => {
    for await (const _ of request);
    send(response, { status, json: { error, message: `${error} in words` }, headers });
  };
}

export function send(response: ServerResponse, { status, json, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(json));
}

function cidOf(text: string | Buffer): string {
  return `bafyrei${createHash('sha256').update(text).digest('hex')}`;
}

async function hashed(request: IncomingMessage): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    hash.update(piece);
  }
  return { size, hash: `bafkrei${hash.digest('hex')}` };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString());
}
