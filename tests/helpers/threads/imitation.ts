import { THREADS_SCOPES } from '../../../server/features/publishing/platforms/threads/account.ts';
import { decide } from '../meta/log-in.ts';
import { GraphRefusal, graphError } from '../meta/world.ts';
import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import { judgeOf } from '../publishing/vendor-judge.ts';
import {
  type Answer,
  type Call,
  createContainer,
  deleteNode,
  listConversation,
  listMedia,
  listMentions,
  manageReply,
  needScope,
  publishContainer,
  showFollowers,
  showInsights,
  showLimit,
  showNode,
} from './publishing.ts';
import { newToken, newWorld, type ThreadsOptions, type Token, type World } from './world.ts';

/** Paths below the version, if they have one. */
const ROUTES: Record<string, (call: Call) => Answer> = {
  'GET /debug_token': debugToken,
  'GET /access_token': exchangeToken,
  'GET /refresh_access_token': refreshToken,
  'GET /me': showMe,
  'POST /me/threads': createContainer,
  'POST /me/threads_publish': publishContainer,
  'GET /me/threads': (call) => listMedia(call, false),
  'GET /me/replies': (call) => listMedia(call, true),
  'GET /me/threads_publishing_limit': showLimit,
  'GET /:id/mentions': listMentions,
  'GET /:id/conversation': listConversation,
  'POST /:id/manage_reply': manageReply,
  'GET /:id/insights': showInsights,
  'GET /:id/threads_insights': showFollowers,
  'GET /:id': showNode,
  'DELETE /:id': deleteNode,
};
const JUDGE = judgeOf(`${import.meta.dirname}/postman.json`);
/** Their documentation requires the token as the parameter `access_token`. */
const WITH_PARAMETER = ['GET /debug_token', 'GET /access_token', 'GET /refresh_access_token'];

export type ThreadsServer = Imitation & {
  world: World;
  /** Decides at an authorization URL as the first profile; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
  /** Adds a profile, and a token for it like those of the "User Token Generator". */
  addProfile(username: string, more?: Partial<Token>): { id: string; token: Token };
};

/**
 * graph.threads.net on loopback, as far as posting needs it. Parameters are validated against Meta's Postman
 * collection. https://developers.facebook.com/docs/threads/reference
 */
export async function startThreadsServer(options: Partial<ThreadsOptions> = {}): Promise<ThreadsServer> {
  const defaults = { now: Date.now, processingMs: 5_000, postsPerDay: 250, repliesPerDay: 1000 };
  const world = newWorld({ ...defaults, ...options });

  function perform(incoming: Incoming): Reply {
    const { name, ids, query, fields, bearer } = incoming;
    const { access_token, ...params } = { ...Object.fromEntries(query), ...(fields as Record<string, string>) };
    const faults = JUDGE.body(name, params);
    if (faults.length > 0) throw new GraphRefusal(100, faults.join('; '));
    const open = openReply(world, incoming);
    if (open) return open;
    const handle = ROUTES[name];
    if (!handle) throw new GraphRefusal(2500, 'Unknown path components');
    const value = WITH_PARAMETER.includes(name) ? access_token : (bearer ?? access_token);
    return { status: 200, ...handle({ world, ids, params, token: tokenNamed(world, value) }) };
  }

  const server = await startImitation({
    world,
    now: () => world.options.now(),
    routes: Object.keys(ROUTES),
    nameOf: (method, { pathname }) => `${method} ${pathname.replace(/^\/v1\.0\//, '/')}`,
    perform,
    trouble: graphError(2, 'Service temporarily unavailable'),
  });
  return {
    ...server,
    world,
    decide: (authorizeUrl, decision = 'allow') => decideAt(server.origin, authorizeUrl, { decision }),
    addProfile(username, more) {
      const id = String(25_000_000 + world.profiles.length);
      world.profiles.push({ id, username });
      return { id, token: newToken(world, { userId: id, scopes: [...THREADS_SCOPES], ...more }) };
    },
  };
}

/** Requests without a token; null if the route needs one. */
function openReply(world: World, { name, query, fields }: Incoming): Reply | null {
  const form = fields as Record<string, string>;
  switch (name) {
    case 'POST /oauth/authorize':
      return decide(world, world.app, form);
    case 'GET /oauth/access_token':
      return giveToken(world, Object.fromEntries(query));
    case 'POST /oauth/access_token':
      return giveToken(world, form);
    default:
      return null;
  }
}

/**
 * A token of the app, or one valid for an hour in exchange for a code.
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 */
function giveToken(world: World, params: Record<string, string>): Reply {
  const { app, grants, profiles, options } = world;
  const refusal = (error_message: string): Reply => ({
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message },
  });
  if (params.client_id !== app.id) return refusal('Invalid platform app');
  if (params.client_secret !== app.secret) return refusal('Error validating client secret.');
  if (params.grant_type === 'client_credentials')
    return { status: 200, body: { access_token: `TH|${app.id}|${app.secret.slice(0, 20)}`, token_type: 'bearer' } };
  const grant = grants.take(params);
  const [profile] = profiles;
  if (!grant || !profile) return refusal('This authorization code has been used');
  const expiresAt = Math.floor(options.now() / 1000) + 3600;
  const { value } = newToken(world, { userId: profile.id, scopes: grant.scopes, expiresAt });
  return { status: 200, body: { access_token: value, user_id: profile.id } };
}

function tokenNamed({ tokens, options }: World, value: string | undefined): Token {
  const token = tokens.find((one) => one.value === value);
  if (!token) throw new GraphRefusal(190, 'Invalid OAuth access token - Cannot parse access token');
  if (token.isRevoked) throw new GraphRefusal(190, 'The user has not authorized the application', { subcode: 458 });
  if (token.expiresAt * 1000 <= options.now())
    throw new GraphRefusal(190, 'Error validating access token: Session has expired', { subcode: 463 });
  return token;
}

/** https://developers.facebook.com/docs/threads/reference/debug */
function debugToken({ world, params }: Call): Answer {
  const { scopes, expiresAt, issuedAt, userId } = tokenNamed(world, params.input_token);
  const data = { type: 'USER', is_valid: true, expires_at: expiresAt, issued_at: issuedAt, scopes, user_id: userId };
  return { body: { data } };
}

/** https://developers.facebook.com/docs/threads/get-started/long-lived-tokens */
function exchangeToken({ world, params, token }: Call): Answer {
  if (params.grant_type !== 'th_exchange_token') throw new GraphRefusal(100, 'Unsupported grant_type');
  if (params.client_secret !== world.app.secret) throw new GraphRefusal(1, 'Error validating client secret');
  return issued(world, token);
}

function refreshToken({ world, params, token }: Call): Answer {
  if (params.grant_type !== 'th_refresh_token') throw new GraphRefusal(100, 'Unsupported grant_type');
  if (Math.floor(world.options.now() / 1000) - token.issuedAt < 86_400)
    throw new GraphRefusal(100, 'The token must be at least 24 hours old');
  return issued(world, token);
}

function issued(world: World, { userId, scopes }: Token): Answer {
  const { value } = newToken(world, { userId, scopes });
  return { body: { access_token: value, token_type: 'bearer', expires_in: 60 * 86_400 } };
}

function showMe(call: Call): Answer {
  needScope(call);
  const profile = call.world.profiles.find(({ id }) => id === call.token.userId);
  return { body: { ...profile } };
}
