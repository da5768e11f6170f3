import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { serve } from '../loopback.ts';

/** The body is sent as JSON, as a page or text if it is a string, or not at all. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> | undefined };
/** Responds in place of the server; `next` runs the server and returns its reply. */
type Stunt = (request: IncomingMessage, response: ServerResponse, next: () => Promise<Reply>) => unknown;
/** A failure of a request: instead of being carried out, afterwards, or once this many bytes have arrived. */
export type Fault =
  | { when: 'before' | 'after'; answer: 'cut' | Reply }
  | { when: 'middle'; bytes: number; answer?: undefined }
  | Stunt;

/** Replaces the server's response. */
export function instead(status: number, body?: unknown, headers?: Record<string, string>): Fault {
  return { when: 'before', answer: { status, ...(body !== undefined && { body }), ...(headers && { headers }) } };
}

/** A reply that ends a request. */
export class Refusal extends Error {
  readonly reply: Reply;
  constructor(reply: Reply, message = '') {
    super(message);
    this.reply = reply;
  }
}

/** An uploaded file. `bytes` are its first ones, as many as an imitation needs. */
export type UploadedFile = {
  field: string;
  /** Its name in a form. */
  name?: string;
  mimeType: string;
  size: number;
  sha256: string;
  bytes: Buffer;
};
const BYTES_KEPT = 32 * 1024 * 1024;

export type Incoming = {
  name: string;
  method: string;
  url: URL;
  /** The values of `:id` in the path, in order. */
  ids: string[];
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** JSON or a form's fields; `media_ids[]` becomes a list named `media_ids`. */
  fields: Record<string, unknown>;
  /** The file of a multipart form, or the body itself if it is neither JSON nor a form. */
  file: UploadedFile | null;
  /** All files of a form. */
  files: UploadedFile[];
  /** The token in the Authorization header. */
  bearer: string | undefined;
};

export type ImitatedRequest = {
  name: string;
  url: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** Set once the body has been read. */
  fields?: Record<string, unknown>;
  file?: UploadedFile | null;
};

/** What every imitation of a platform provides. */
export type Imitation = {
  origin: string;
  /** The requests since the start, by route: `POST /api/v1/statuses`. */
  requests: ImitatedRequest[];
  /** The number of bytes received in uploads. */
  received(): number;
  /** Makes the next requests of a route fail, one for each fault; null lets one through. */
  fail(name: string, ...faults: (Fault | null)[]): void;
  /** Like `fail`, after the faults already set. */
  failNext(name: string, fault: Fault): void;
  breakConnections(): void;
  close(): Promise<void>;
};

export type ImitationOptions = {
  now: () => number;
  /** The state of the imitation. `origin` is the address that clients use. */
  world: { origin: string };
  /** Routes as documented, more specific ones first; `:id` matches any part of a path. */
  routes?: readonly string[];
  /** The name of a request, if it is not its method and path. */
  nameOf?: (method: string, url: URL) => string;
  perform(call: Incoming): Reply;
  /** Headers of each response, in addition to the reply's. */
  headers?: () => Record<string, string>;
  /** The body of the platform's own internal errors. */
  trouble: unknown;
  /** Called with the first bytes of a request that then breaks off. */
  onBroken?: (call: Incoming, bytes: number) => void;
};

/**
 * An HTTP server on loopback that behaves like a platform's: with routes, refusals, and the faults that a test sets.
 */
export async function startImitation(options: ImitationOptions): Promise<Imitation> {
  const { world, nameOf = (method, { pathname }) => `${method} ${pathname}` } = options;
  const routes = (options.routes ?? []).map(matcher);
  const faults = new Map<string, (Fault | null)[]>();
  const requests: ImitatedRequest[] = [];
  let received = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', world.origin);
    const asked = nameOf(method, url);
    const found = routes.find(({ pattern }) => pattern.test(asked));
    const name = found?.name ?? asked;
    const noted: ImitatedRequest = { name, url: url.href, query: url.searchParams, headers };
    requests.push(noted);
    response.setHeader('date', new Date(options.now()).toUTCString());
    for (const [header, value] of Object.entries(options.headers?.() ?? {})) response.setHeader(header, value);
    const fault = faults.get(name)?.shift();
    const read = async (): Promise<Incoming> => {
      const ids = found?.pattern.exec(asked)?.slice(1).map(decodeURIComponent) ?? [];
      const bearer = /^(?:Bearer|OAuth) ([^\s,]+)$/.exec(headers.authorization ?? '')?.[1];
      const {
        fields,
        file,
        files = [],
      } = await readBody(request, (size) => {
        received += size;
      });
      Object.assign(noted, { fields, file });
      return { name, method, url, ids, query: url.searchParams, headers, fields, file, files, bearer };
    };
    if (typeof fault === 'function') {
      await fault(request, response, async () => perform(await read().catch(() => null)));
      return;
    }
    // The body is read in any case: a client that is still sending would not see the response.
    const call = await read();
    if (fault?.when === 'middle') {
      options.onBroken?.(call, fault.bytes);
      response.destroy();
      return;
    }
    const reply = fault?.when === 'before' ? null : perform(call);
    if (fault?.answer === 'cut') response.destroy();
    else send(response, fault ? { body: options.trouble, ...fault.answer } : (reply ?? { status: 500 }));
  }

  /** A request that broke off (null) gets a reply that nobody reads. */
  function perform(call: Incoming | null): Reply {
    if (!call) return { status: 400 };
    try {
      return options.perform(call);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      throw error;
    }
  }

  const { server, origin, close } = await serve((request, response) => {
    answer(request, response).catch((error) => {
      if (request.destroyed && !request.complete) return;
      send(response, { status: 500, body: { error: `The imitation failed: ${error.stack}` } });
    });
  });
  // An idle connection that is closed while a busy machine is sending on it would look like a fault.
  server.keepAliveTimeout = 0;
  world.origin = origin;

  return {
    origin,
    requests,
    received: () => received,
    fail: (name, ...next) => void faults.set(name, next),
    failNext: (name, fault) => void faults.set(name, [...(faults.get(name) ?? []), fault]),
    breakConnections: () => server.closeAllConnections(),
    close,
  };
}

function matcher(name: string) {
  return { name, pattern: new RegExp(`^${name.replace(/[.?]/g, '\\$&').replaceAll(/:(?:id|urn)/g, '([^/]+)')}$`) };
}

export function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const isText = typeof body === 'string';
  const type = !isText || /^[[{]/.test(body) ? 'application/json' : body.startsWith('<') ? 'text/html' : 'text/plain';
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
  response.end(isText || body === undefined ? body : JSON.stringify(body));
}

type OnPiece = (size: number) => void;
type Body = Pick<Incoming, 'fields' | 'file'> & { files?: UploadedFile[] };

async function readBody(request: IncomingMessage, onPiece: OnPiece): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return await readForm(request, type, onPiece);
  const file = await fileOf(request, '', type, onPiece);
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { fields: fieldsOf(new URLSearchParams(file.bytes.toString())), file: null };
  if (!type.startsWith('application/json')) return { fields: {}, file: file.size > 0 ? file : null };
  return { fields: file.size > 0 ? JSON.parse(file.bytes.toString()) : {}, file: null };
}

export function fieldsOf(query: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => (name.endsWith('[]') ? [name.slice(0, -2), query.getAll(name)] : [name, query.get(name)])),
  );
}

async function readForm(request: IncomingMessage, type: string, onPiece: OnPiece): Promise<Body> {
  const fields: Record<string, unknown> = {};
  const files: Promise<UploadedFile>[] = [];
  const busboy = new Busboy({ headers: { 'content-type': type } });
  busboy.on('field', (name, value) => {
    fields[name] = value;
  });
  busboy.on('file', (field, stream, name, _encoding, mimeType) => {
    const file = fileOf(stream, field, mimeType, onPiece).then((whole) => ({ ...whole, name }));
    file.catch(() => undefined);
    files.push(file);
  });
  await new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('The client broke off.')));
    request.pipe(busboy);
  });
  const [file = null, ...more] = await Promise.all(files);
  return { fields, file, files: file ? [file, ...more] : [] };
}

async function fileOf(
  source: AsyncIterable<Buffer>,
  field: string,
  mimeType: string,
  onPiece: OnPiece,
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    onPiece(piece.byteLength);
    hash.update(piece);
    if (size < BYTES_KEPT) pieces.push(piece);
    size += piece.byteLength;
  }
  return { field, mimeType, size, sha256: hash.digest('hex'), bytes: Buffer.concat(pieces) };
}

/**
 * The user decides on the page of an authorization URL; returns the address where the browser ends up, or else the
 * page.
 */
export async function decideAt(origin: string, authorizeUrl: string, form: Record<string, string>): Promise<string> {
  const { pathname, searchParams } = new URL(authorizeUrl);
  const body = new URLSearchParams([...searchParams, ...Object.entries(form)]);
  const response = await fetch(new URL(pathname, origin), { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('location') ?? (await response.text());
}

export function redirectTo(address: string, query: Record<string, string>): Reply {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href } };
}

/** The authorization codes that were issued and not used yet: each is valid once, for ten minutes. */
export type Grants<Grant> = {
  give(grant: Grant & OfGrant, code: string): string;
  /** The grant for a token request, if its code, redirect URI and verifier are right. */
  take(fields: Record<string, unknown>): (Grant & OfGrant) | null;
  /** Sets a different challenge, as if a code had been stolen. */
  spoil(): void;
};
type OfGrant = { redirectUri: string; challenge: string | null };
const CODE_WINDOW_MS = 10 * 60_000;

export function grantsOf<Grant>(now: () => number, encoding: 'base64url' | 'hex' = 'base64url'): Grants<Grant> {
  const given = new Map<string, { grant: Grant & OfGrant; until: number }>();
  return {
    give(grant, code) {
      given.set(code, { grant, until: now() + CODE_WINDOW_MS });
      return code;
    },
    take({ grant_type, code, redirect_uri, code_verifier }) {
      const { grant, until = 0 } = given.get(String(code)) ?? {};
      given.delete(String(code));
      const challenge = createHash('sha256').update(String(code_verifier)).digest(encoding);
      const isGood =
        grant_type === 'authorization_code' &&
        grant?.redirectUri === redirect_uri &&
        until > now() &&
        grant?.challenge === (grant?.challenge && challenge);
      return isGood && grant ? grant : null;
    },
    spoil() {
      for (const { grant } of given.values()) grant.challenge = 'of-another-verifier';
    },
  };
}
