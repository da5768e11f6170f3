import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialAccount, instanceV1, instanceV2 } from './entities.ts';
import { createMedia, showMedia, updateMedia } from './media.ts';
import { contains, createApp, createToken, decide, metadata, revokeToken } from './oauth.ts';
import { rateLimits } from './rate-limits.ts';
import { type Body, paramsOf, readBody } from './request-body.ts';
import { createStatus, deleteStatus, emptyStatus, listStatuses, showStatus } from './statuses.ts';
import {
  type Account,
  type Answer,
  ApiError,
  accountNamed,
  type Call,
  callerOf,
  type InstanceOptions,
  newWorld,
  type Status,
  secretText,
  type World,
} from './world.ts';

/** What goes wrong with a request: instead of what it asks for, or after it was done. */
export type Fault = {
  when: 'before' | 'after';
  answer: 'cut' | { status: number; body?: string | object; headers?: Record<string, string> };
};

type Handler = (call: Call) => Answer;
type Route = {
  /** As the documents write it: `GET /api/v1/media/:id`. */
  name: string;
  method: string;
  path: RegExp;
  /** Any of these; null for requests without a token. */
  scopes: readonly string[] | null;
  handle: Handler;
};

const ROUTES: Route[] = [
  route('GET /.well-known/oauth-authorization-server', null, metadata),
  route('POST /api/v1/apps', null, createApp),
  route('POST /oauth/authorize', null, decide),
  route('POST /oauth/token', null, createToken),
  route('POST /oauth/revoke', null, revokeToken),
  route('GET /api/v1/accounts/verify_credentials', ['profile', 'read:accounts'], (call) => ({
    status: 200,
    body: credentialAccount(call.world, ableCaller(call)),
  })),
  route('GET /api/v2/instance', null, ({ world }) => {
    if (!world.options.hasInstanceV2) throw new ApiError(404, 'Not Found');
    return { status: 200, body: instanceV2(world) };
  }),
  route('GET /api/v1/instance', null, ({ world }) => ({ status: 200, body: instanceV1(world) })),
  route('POST /api/v2/media', ['write:media'], createMedia),
  route('GET /api/v1/media/:id', ['write:media'], showMedia),
  route('PUT /api/v1/media/:id', ['write:media'], updateMedia),
  route('POST /api/v1/statuses', ['write:statuses'], createStatus),
  route('GET /api/v1/statuses/:id', ['read:statuses'], showStatus),
  route('DELETE /api/v1/statuses/:id', ['write:statuses'], deleteStatus),
  route('GET /api/v1/accounts/:id/statuses', ['read:statuses'], listStatuses),
];
/** Whose public part needs no token. */
const PUBLIC = [showStatus, listStatuses];

function route(name: string, scopes: readonly string[] | null, handle: Handler): Route {
  const [method = '', path = ''] = name.split(' ');
  return {
    name,
    method,
    scopes,
    handle,
    path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(':id', '([^/]+)')}$`),
  };
}

function ableCaller(call: Call): Account {
  const account = callerOf(call);
  if (account.isDisabled) throw new ApiError(403, 'Your login is currently disabled');
  return account;
}

export type MastodonServer = {
  origin: string;
  /** All that the instance knows, to look at and to change. */
  world: World;
  /** The requests since the start: `POST /api/v1/statuses`. */
  requests: { name: string; headers: IncomingMessage['headers'] }[];
  /** How much of uploads has arrived, in bytes. */
  received(): number;
  /** A token as Preferences, Development makes them. */
  tokenFor(username: string, scopes: string): string;
  /** Presses Authorize (or Deny) at an authorization URL; the address the browser ends on, or the code that is shown. */
  decide(authorizeUrl: string, username: string, decision?: 'authorize' | 'deny'): Promise<string>;
  /** Lets the next requests of a route go wrong, one for each fault. */
  fail(name: string, ...faults: (Fault | null)[]): void;
  /** A status that was made elsewhere. */
  postAs(username: string, status: Partial<Status>): Status;
  breakConnections(): void;
  close(): Promise<void>;
};

const DEFAULTS: InstanceOptions = {
  now: Date.now,
  hasMetadata: true,
  hasInstanceV2: true,
  processingMs: 2_000,
  maxCharacters: 500,
  limits: {},
  imageSizeLimit: 16 * 1024 * 1024,
  videoSizeLimit: 99 * 1024 * 1024,
  domain: null,
};

/**
 * A Mastodon instance on loopback, as far as posting needs one: OAuth, limits, media, statuses, and the rules that the
 * documents give for them. https://docs.joinmastodon.org/methods/
 */
export async function startMastodonServer(options: Partial<InstanceOptions> = {}): Promise<MastodonServer> {
  const world = newWorld({ ...DEFAULTS, ...options });
  const limits = rateLimits();
  const faults = new Map<string, (Fault | null)[]>();
  const requests: MastodonServer['requests'] = [];
  let received = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(world.options.now()).toUTCString());
    const url = new URL(request.url ?? '/', world.origin);
    const found = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
    const name = found?.name ?? `${request.method} ${url.pathname}`;
    requests.push({ name, headers: request.headers });
    request.on('data', (piece: Buffer) => {
      received += piece.byteLength;
    });
    const fault = faults.get(name)?.shift();
    // A body is read whatever comes next: a client that is still sending would not see the answer.
    const body = await readBody(request);
    if (fault?.when === 'before') return goWrong(response, fault);
    const result = perform(found, request, url, body);
    if (fault?.when === 'after') return goWrong(response, fault);
    send(response, result.status, result.body, result.headers);
  }

  function perform(found: Route | undefined, request: IncomingMessage, url: URL, { params, file }: Body): Answer {
    const ids = found?.path.exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? [];
    const value = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const token = world.tokens.find((one) => one.value === value && !one.isRevoked) ?? null;
    const call: Call = {
      world,
      path: url.pathname,
      ids,
      params: { ...paramsOf(url.searchParams), ...params },
      headers: request.headers,
      file,
      token,
    };
    const { isExceeded, headers } = limits.count(request.method ?? '', call);
    try {
      if (isExceeded) throw new ApiError(429, 'Too many requests');
      if (!found) throw new ApiError(404, 'Not Found');
      authorize(found, call, value !== undefined);
      const answer = found.handle(call);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: error.body, headers };
      throw error;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!request.destroyed || request.complete)
        send(response, 500, { error: `The imitation failed: ${error.stack}` });
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
    tokenFor(username, scopes) {
      const app = {
        id: String(world.apps.length + 1),
        name: 'Own app',
        clientId: secretText(),
        secret: secretText(),
        redirectUris: [],
        scopes: scopes.split(' '),
      };
      world.apps.push(app);
      const token = {
        value: secretText(),
        account: accountNamed(world, username),
        app,
        scopes: app.scopes,
        isRevoked: false,
      };
      world.tokens.push(token);
      return token.value;
    },
    async decide(authorizeUrl, username, decision = 'authorize') {
      const { searchParams, pathname } = new URL(authorizeUrl);
      const body = new URLSearchParams([...searchParams, ['username', username], ['decision', decision]]);
      const response = await fetch(new URL(pathname, world.origin), { method: 'POST', body, redirect: 'manual' });
      const location = response.headers.get('location');
      if (location) return location;
      const text = await response.text();
      const code = /class="oauth-code" readonly value="([^"]+)"/.exec(text)?.[1];
      if (!code) throw new Error(text);
      return code;
    },
    fail: (name, ...next) => void faults.set(name, next),
    postAs(username, more) {
      const status = { ...emptyStatus(world, accountNamed(world, username), more.createdAt), ...more };
      world.statuses.push(status);
      return status;
    },
    breakConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function authorize({ scopes, handle }: Route, { token }: Call, hasToken: boolean): void {
  if (scopes === null || (PUBLIC.includes(handle) && !hasToken)) return;
  if (!token) throw new ApiError(401, 'The access token is invalid');
  if (!scopes.some((scope) => contains(token.scopes, scope))) {
    throw new ApiError(403, 'This action is outside the authorized scopes');
  }
}

function goWrong(response: ServerResponse, { answer }: Fault): void {
  if (answer === 'cut') response.destroy();
  else send(response, answer.status, answer.body ?? { error: 'Something went wrong on our end' }, answer.headers);
}

/** JSON, or a page where the body is a text. */
function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers }).end(isPage ? body : JSON.stringify(body));
}
