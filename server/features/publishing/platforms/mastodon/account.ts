import { z } from 'zod';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { serverAddress, webAddress } from '../kit/server-address.ts';
import { type MastodonApi, mastodonApi, parsed, remoteIdSchema } from './api.ts';
import { readInstance } from './instance.ts';

/** Valid in a header: fetch includes any other token in its error, which is stored with the attempt. */
export const tokenTextSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);

export const secretSchema = z.object({
  server: z.string().refine(isServerAddress),
  accessToken: tokenTextSchema,
  accountId: remoteIdSchema,
  username: z.string(),
  /** The server in the account's full handle; null if an older version stored the login. */
  domain: z.string().nullable().catch(null),
  /** The app of a sign-in's token, which can revoke it; null for a token made by the user. */
  app: z.object({ clientId: z.string(), clientSecret: z.string() }).nullable().catch(null),
  /** Null for Mastodon, whose tokens do not expire. */
  expiresAt: z.string().nullable(),
});
export type MastodonSecret = z.infer<typeof secretSchema>;

const accountSchema = z.object({
  id: remoteIdSchema,
  username: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u),
  url: z.string().nullish().catch(null),
});

/**
 * The scopes needed, each with a request that fails with 403 only without the scope. It uses an id that cannot exist:
 * ids start at 1. The server's own report (`/api/v1/apps/verify_credentials`) is about the app, whose scopes may have
 * grown after the token was made, and is missing on older servers.
 */
const NEEDED = [
  { scope: 'write:statuses', method: 'DELETE', path: '/api/v1/statuses/0' },
  { scope: 'write:media', method: 'PUT', path: '/api/v1/media/0' },
] as const;
const REFUSALS = [400, 403, 404, 405, 410, 422, 501];

/**
 * Reads the account of a token and the instance's limits, and checks the token's scopes. Throws PublishError `auth` for
 * an invalid token, a closed account, and missing scopes.
 */
export async function readAccount(
  { server, accessToken, app, expiresAt }: Pick<MastodonSecret, 'server' | 'accessToken' | 'app' | 'expiresAt'>,
  calls: PlatformCalls,
): Promise<Connected> {
  if (!tokenTextSchema.safeParse(accessToken).success) {
    throw new PublishError('rejected', 'This is not an access token: it contains spaces or invalid characters.');
  }
  const api = mastodonApi(server, accessToken, calls);
  const answer = await api.send({
    step: 'check account',
    path: '/api/v1/accounts/verify_credentials',
    accepts: [404, 405],
  });
  if (answer.status !== 200) throw new PublishError('rejected', `${server} has no Mastodon API.`);
  const { id, username, url } = parsed(accountSchema, answer);
  await checkScopes(api, id);
  const { domain, limits } = await readInstance(api);
  const secret: MastodonSecret = { server, accessToken, accountId: id, username, domain, app, expiresAt };
  return {
    secret,
    handle: `@${username}@${domain}`,
    remoteId: id,
    profileUrl: webAddress(url),
    server,
    expiresAt,
    limits,
  };
}

async function checkScopes(api: MastodonApi, accountId: string): Promise<void> {
  const reading = { scope: 'read:statuses', method: 'GET', path: `/api/v1/accounts/${accountId}/statuses` } as const;
  const missing: string[] = [];
  for (const { scope, method, path } of [reading, ...NEEDED]) {
    const { status, json } = await api.send({ step: `check scope ${scope}`, method, path, accepts: REFUSALS });
    // A page instead of JSON comes from a proxy, and says nothing about the token.
    if (status === 403 && json !== undefined) missing.push(scope);
  }
  if (missing.length === 0) return;
  const scopes = missing.length === 1 ? 'the scope' : 'the scopes';
  throw new PublishError('auth', `The access token lacks ${scopes} ${missing.join(', ')}. Create one that has them.`);
}

function isServerAddress(text: string): boolean {
  try {
    return serverAddress(text) === text;
  } catch {
    return false;
  }
}
