import { randomBytes } from 'node:crypto';
import { FOLLOWERS } from '../publishing/followers.ts';
import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import { judgeOf } from '../publishing/vendor-judge.ts';
import { append, describe, finalize, initialize, status, subtitle, uploadAtOnce } from './media.ts';
import { createPost, deletePost, hideReply, listMentions, listPosts, type NewPost, showPost } from './posts.ts';
import { signer } from './signature.ts';
import { ApiError, newWorld, type World, type XUser } from './world.ts';
import { bearer, decide, giveToken, newAccounts, revokeToken, type XAccounts } from './x-oauth2.ts';

/** `json` is the body, in the format of X's document. */
type Call = {
  world: World;
  user: XUser;
  id: string;
  query: URLSearchParams;
  json: unknown;
  bytes: Buffer;
  type: string;
};

const WINDOW_MS = 15 * 60_000;
const CREATE = 'POST /2/tweets';

const ROUTES: Record<string, (call: Call) => object> = {
  'GET /2/users/me': ({ user: { id, username, subscription }, query }) => ({
    data: {
      id,
      username,
      name: username,
      ...(query.get('user.fields')?.split(',').includes('subscription_type') && { subscription_type: subscription }),
      ...(query.get('user.fields')?.split(',').includes('public_metrics') && {
        public_metrics: { followers_count: FOLLOWERS, following_count: 7, tweet_count: 1, listed_count: 0 },
      }),
    },
  }),
  'POST /2/media/upload': (call) =>
    uploadAtOnce(call, (call.json as { media_category: string }).media_category, call.bytes, call.type),
  'GET /2/media/upload': (call) => status(call, call.query.get('media_id') ?? ''),
  'POST /2/media/upload/initialize': (call) => initialize(call, call.json as Parameters<typeof initialize>[1]),
  'POST /2/media/upload/:id/append': (call) =>
    append(call, call.id, (call.json as { segment_index: number }).segment_index, call.bytes),
  'POST /2/media/upload/:id/finalize': (call) => finalize(call, call.id),
  'POST /2/media/metadata': (call) => {
    const { id, metadata } = call.json as { id: string; metadata: { alt_text: { text: string } } };
    return describe(call, id, metadata.alt_text.text);
  },
  'POST /2/media/subtitles': (call) => subtitle(call, call.json as Parameters<typeof subtitle>[1]),
  [CREATE]: (call) => createPost(call, call.json as NewPost),
  'GET /2/tweets/:id': (call) => showPost(call, call.id),
  'DELETE /2/tweets/:id': (call) => deletePost(call, call.id),
  'PUT /2/tweets/:id/hidden': (call) => hideReply(call, call.id, (call.json as { hidden: boolean }).hidden),
  'GET /2/users/:id/mentions': (call) => listMentions(call, call.id, call.query),
  'GET /2/users/:id/tweets': (call) => listPosts(call, call.id, call.query),
};

/** The sign-in with OAuth 2.0, which needs no login. */
const OPEN: Record<string, (accounts: XAccounts, call: Incoming, form: Record<string, string>) => Reply> = {
  'POST /i/oauth2/authorize': (accounts, _, form) => decide(accounts, form),
  'POST /2/oauth2/token': (accounts, { headers }, form) => giveToken(accounts, form, headers.authorization),
  'POST /2/oauth2/revoke': (accounts, { headers }, form) => revokeToken(accounts, form, headers.authorization),
};

const JUDGE = judgeOf(`${import.meta.dirname}/openapi.json`);

export type XServer = Imitation & {
  world: World;
  accounts: XAccounts;
  /** Adds an account with its app's keys. */
  addUser(username: string, more?: Partial<XUser>): XUser;
  /** Decides at an authorization URL as the first account; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
};

/**
 * X's API v2 on loopback, as far as posting needs it: signatures, uploads, posts, and the documented rules for them.
 * Bodies are validated against X's own OpenAPI document. https://docs.x.com/x-api
 */
export async function startXServer(more: Partial<World> = {}): Promise<XServer> {
  const world = { ...newWorld(), ...more };
  const accounts = newAccounts(() => world.now());
  const nonces = new Set<string>();
  const counts = new Map<string, number>();

  function perform(call: Incoming): Reply {
    const { name, method, url, headers, ids, query, fields, file } = call;
    if (name === APP_TOKEN) return appToken(world, headers.authorization);
    const open = OPEN[name];
    if (open) return open(accounts, call, fields as Record<string, string>);
    const user = call.bearer
      ? bearer(accounts, world.users, name, call.bearer)
      : signer(world, nonces, method, url, headers.authorization);
    const limit = name === CREATE ? limitOf(user) : null;
    const headersOfReply = { ...(!call.bearer && { 'x-access-level': user.access }), ...limit?.headers };
    try {
      const handle = ROUTES[name];
      if (!handle) throw new ApiError(404, 'Not Found', 'Not Found');
      if (method !== 'GET' && user.access === 'read')
        throw new ApiError(403, 'Forbidden', OAUTH1_PERMISSIONS, {
          type: 'https://api.twitter.com/2/problems/oauth1-permissions',
        });
      if (limit?.isExceeded) throw new ApiError(429, 'Too Many Requests', 'Too Many Requests');
      const { segment_index: index } = fields;
      const json = {
        ...fields,
        ...(index !== undefined && { segment_index: Number(index) }),
        ...(file && { [file.field]: '(bytes)' }),
      };
      const faults = [
        ...JUDGE.body(name, Object.keys(json).length > 0 ? json : undefined),
        ...JUDGE.query(name, query),
      ];
      if (faults.length > 0)
        throw new ApiError(400, 'Invalid Request', 'One or more parameters to your request was invalid.', {
          errors: faults.map((message) => ({ message })),
        });
      const { bytes = Buffer.alloc(0), mimeType = '' } = file ?? {};
      const body = handle({ world, user, id: ids[0] ?? '', query, json, bytes, type: mimeType });
      return { status: name === CREATE ? 201 : 200, body, headers: headersOfReply };
    } catch (error) {
      if (error instanceof ApiError) return { ...error.reply, headers: headersOfReply };
      throw error;
    }
  }

  function limitOf(user: XUser) {
    const window = Math.floor(world.now() / WINDOW_MS);
    const key = `${user.id}:${window}`;
    const used = (counts.get(key) ?? 0) + 1;
    counts.set(key, used);
    const headers = {
      'x-rate-limit-limit': String(world.postsAllowed),
      'x-rate-limit-remaining': String(Math.max(world.postsAllowed - used, 0)),
      'x-rate-limit-reset': String(((window + 1) * WINDOW_MS) / 1000),
    };
    return { isExceeded: used > world.postsAllowed, headers };
  }

  const server = await startImitation({
    world,
    now: () => world.now(),
    routes: [...Object.keys({ ...OPEN, ...ROUTES }), APP_TOKEN],
    perform,
    trouble: { title: 'Error', detail: 'Something went wrong' },
  });
  return {
    ...server,
    world,
    accounts,
    decide: (authorizeUrl, decision = 'allow') => decideAt(server.origin, authorizeUrl, { decision }),
    addUser(username, given) {
      const id = String(100_000 + world.users.length);
      const text = () => randomBytes(24).toString('base64url');
      const keys = { apiKey: text(), apiSecret: text(), accessToken: `${id}-${text()}`, accessTokenSecret: text() };
      const user: XUser = { id, username, keys, access: 'read-write', subscription: 'None', ...given };
      world.users.push(user);
      return user;
    },
  };
}

const APP_TOKEN = 'POST /oauth2/token';

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only */
function appToken({ users }: World, authorization = ''): Reply {
  const [key, secret] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
  if (users.some(({ keys }) => keys.apiKey === key && keys.apiSecret === secret))
    return { status: 200, body: { token_type: 'bearer', access_token: 'AAAA%2FAAA%3DAAAAAAAA' } };
  const errors = [{ code: 99, label: 'authenticity_token_error', message: 'Unable to verify your credentials' }];
  return { status: 403, body: { errors } };
}

const OAUTH1_PERMISSIONS =
  'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.';
