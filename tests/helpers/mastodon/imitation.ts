import { decideAt, type Imitation, type Incoming, type Reply, startImitation } from '../publishing/imitation.ts';
import { favourite, listNotifications, showContext } from './answers.ts';
import { credentialAccount, instanceV1, instanceV2, searchAccounts } from './entities.ts';
import { createMedia, showMedia, updateMedia } from './media.ts';
import { contains, createApp, createToken, decide, metadata, revokeToken } from './oauth.ts';
import { rateLimits } from './rate-limits.ts';
import { cancelScheduled, listScheduled, moveScheduled, publishScheduled, showScheduled } from './scheduled.ts';
import { createStatus, deleteStatus, listStatuses, showStatus } from './statuses.ts';
import {
  ApiError,
  accountNamed,
  type Call,
  callerOf,
  emptyStatus,
  type InstanceOptions,
  newWorld,
  type Status,
  secretText,
  type World,
} from './world.ts';

/** By route: the scopes, one of which is needed (null for requests without a token), and the handler. */
const ROUTES: Record<string, [scopes: readonly string[] | null, handle: (call: Call) => Reply]> = {
  'GET /.well-known/oauth-authorization-server': [null, metadata],
  'POST /api/v1/apps': [null, createApp],
  'POST /oauth/authorize': [null, decide],
  'POST /oauth/token': [null, createToken],
  'POST /oauth/revoke': [null, revokeToken],
  'GET /api/v1/accounts/verify_credentials': [
    ['profile', 'read:accounts'],
    (call) => ({ status: 200, body: credentialAccount(call.world, ableCaller(call)) }),
  ],
  'GET /api/v1/accounts/search': [['read:accounts'], searchAccounts],
  'GET /api/v2/instance': [
    null,
    ({ world }) => {
      if (!world.options.hasInstanceV2) throw new ApiError(404, 'Not Found');
      return { status: 200, body: instanceV2(world) };
    },
  ],
  'GET /api/v1/instance': [null, ({ world }) => ({ status: 200, body: instanceV1(world) })],
  'POST /api/v2/media': [['write:media'], createMedia],
  'GET /api/v1/media/:id': [['write:media'], showMedia],
  'PUT /api/v1/media/:id': [['write:media'], updateMedia],
  'POST /api/v1/statuses': [['write:statuses'], createStatus],
  'GET /api/v1/statuses/:id': [['read:statuses'], showStatus],
  'DELETE /api/v1/statuses/:id': [['write:statuses'], deleteStatus],
  'GET /api/v1/statuses/:id/context': [['read:statuses'], showContext],
  'POST /api/v1/statuses/:id/favourite': [['write:favourites'], favourite],
  'POST /api/v1/statuses/:id/unfavourite': [['write:favourites'], favourite],
  'GET /api/v1/notifications': [['read:notifications'], listNotifications],
  'GET /api/v1/accounts/:id/statuses': [['read:statuses'], listStatuses],
  'GET /api/v1/scheduled_statuses': [['read:statuses'], listScheduled],
  'GET /api/v1/scheduled_statuses/:id': [['read:statuses'], showScheduled],
  'PUT /api/v1/scheduled_statuses/:id': [['write:statuses'], moveScheduled],
  'DELETE /api/v1/scheduled_statuses/:id': [['write:statuses'], cancelScheduled],
};
/** Their public part needs no token. */
const PUBLIC: unknown[] = [showStatus, listStatuses];

function ableCaller(call: Call) {
  const account = callerOf(call);
  if (account.isDisabled) throw new ApiError(403, 'Your login is currently disabled');
  return account;
}

export type MastodonServer = Imitation & {
  /** The state of the instance, to read and to change. */
  world: World;
  /** A token like those created under Preferences, Development. */
  tokenFor(username: string, scopes: string): string;
  /**
   * Presses Authorize (or Deny) at an authorization URL; returns the address where the browser ends up, or the code
   * that is shown.
   */
  decide(authorizeUrl: string, username: string, decision?: 'authorize' | 'deny'): Promise<string>;
  /** Adds a status that was posted elsewhere. */
  postAs(username: string, status: Partial<Status>): Status;
};

/**
 * A Mastodon instance on loopback, as far as posting needs one: OAuth, limits, media, statuses, and the documented
 * rules for them. https://docs.joinmastodon.org/methods/
 */
export async function startMastodonServer(options: Partial<InstanceOptions> = {}): Promise<MastodonServer> {
  const world = newWorld(options);
  const limits = rateLimits();

  function perform(incoming: Incoming): Reply {
    publishScheduled(world);
    const token = world.tokens.find(({ value, isRevoked }) => value === incoming.bearer && !isRevoked) ?? null;
    const params = { ...Object.fromEntries(incoming.query), ...incoming.fields };
    const call: Call = { ...incoming, world, params, token };
    const { isExceeded, headers } = limits.count(call);
    try {
      if (isExceeded) throw new ApiError(429, 'Too many requests');
      const [scopes, handle] = ROUTES[call.name] ?? [];
      if (!handle) throw new ApiError(404, 'Not Found');
      if (scopes && (incoming.bearer !== undefined || !PUBLIC.includes(handle))) {
        if (!token) throw new ApiError(401, 'The access token is invalid');
        if (!scopes.some((scope) => contains(token.scopes, scope)))
          throw new ApiError(403, 'This action is outside the authorized scopes');
      }
      const reply = handle(call);
      return { ...reply, headers: { ...headers, ...reply.headers } };
    } catch (error) {
      if (error instanceof ApiError) return { ...error.reply, headers };
      throw error;
    }
  }

  const server = await startImitation({
    world,
    now: () => world.options.now(),
    routes: Object.keys(ROUTES),
    perform,
    trouble: { error: 'Something went wrong on our end' },
  });
  return {
    ...server,
    world,
    tokenFor(username, scopes) {
      const own = { id: String(world.apps.length + 1), name: 'Own app', redirectUris: [], scopes: scopes.split(' ') };
      const app = { ...own, clientId: secretText(), secret: secretText() };
      const token = { value: secretText(), account: accountNamed(world, username), app, isRevoked: false };
      world.apps.push(app);
      world.tokens.push({ ...token, scopes: app.scopes });
      return token.value;
    },
    async decide(authorizeUrl, username, decision = 'authorize') {
      const end = await decideAt(server.origin, authorizeUrl, { username, decision });
      return /class="oauth-code" readonly value="([^"]+)"/.exec(end)?.[1] ?? end;
    },
    postAs(username, more) {
      const status = { ...emptyStatus(world, accountNamed(world, username), more.createdAt), ...more };
      world.statuses.push(status);
      return status;
    },
  };
}
