import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { ChannelLimits } from '../../../../../shared/publishing/channel.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { NEEDS_WRITE, parsed, type XApi, xApi, xIdSchema } from './api.ts';
import type { OAuth1Keys } from './oauth1.ts';
import { appSchema, type Tokens, tokensSchema, type XApp } from './oauth2.ts';

const keySchema = z.string().regex(/^[\x21-\x7e]{1,500}$/);

const accountSchema = z.object({
  userId: xIdSchema,
  username: z.string().regex(/^\w{1,50}$/),
  /** The monthly budget in thousandths of a dollar; null if there is none. */
  monthlyMills: z.number().int().positive().nullable(),
});
const keysSchema = z.object({
  apiKey: keySchema,
  apiSecret: keySchema,
  accessToken: keySchema,
  accessTokenSecret: keySchema,
});
const keysSecretSchema = keysSchema.extend(accountSchema.shape);
const loginSecretSchema = accountSchema.extend({ app: appSchema, tokens: tokensSchema });

/** Four keys of OAuth 1.0a, which do not expire, or a login by OAuth 2.0. */
export const secretSchema = z.union([keysSecretSchema, loginSecretSchema]);
export type XSecret = z.infer<typeof secretSchema>;
export type XLoginSecret = z.infer<typeof loginSecretSchema>;
/** The account that posts, with either login. */
export type XAccount = z.infer<typeof accountSchema>;

/**
 * `subscription_type`: None, Basic, Premium or PremiumPlus.
 * https://docs.x.com/xdks/typescript/reference/interfaces/Schemas.User
 */
const meSchema = z.object({
  data: accountSchema
    .pick({ username: true })
    .extend({ id: xIdSchema, subscription_type: z.string().optional().catch(undefined) }),
});

/**
 * X Premium allows 25,000 characters, counted as in other posts. Whether Basic does too could not be verified.
 * https://help.x.com/en/using-x/x-premium
 */
const LONG_POSTS = { textLength: 25_000 };
const HAS_LONG_POSTS = ['Premium', 'PremiumPlus'];

type Budget = Pick<XAccount, 'monthlyMills'>;

/**
 * Reads the account of these keys, which costs about a cent. Throws PublishError `auth` for refused or read-only keys,
 * `rejected` for invalid ones. https://docs.x.com/x-api/users/get-my-user
 */
export async function readAccount(
  api: PlatformApi,
  entered: OAuth1Keys & Budget,
  calls: PlatformCalls,
): Promise<Connected> {
  const { success, data: keys } = keysSchema.safeParse(entered);
  if (!success) throw new PublishError('rejected', 'One of the keys contains spaces or invalid characters.');
  if (!/^\d{1,19}-/.test(keys.accessToken)) throw new PublishError('rejected', NO_ACCESS_TOKEN);
  const { user, limits, headers } = await readMe(xApi(api, { keys }, calls));
  // X sends this header in every answer to a request signed with OAuth 1.0a.
  if (headers.get('x-access-level') === 'read')
    throw new PublishError('auth', `The access token may read but not post. ${NEEDS_WRITE}`);
  const { monthlyMills } = entered;
  return connected(api, { ...keys, ...user, monthlyMills }, limits);
}

/** The same for a login. `tokens` is called after the request, which may have refreshed them. */
export async function readLogin(
  settings: PlatformApi,
  api: XApi,
  { app, monthlyMills }: { app: XApp } & Budget,
  tokens: () => Tokens,
): Promise<Connected> {
  const { user, limits } = await readMe(api);
  const secret: XLoginSecret = { app, tokens: tokens(), ...user, monthlyMills };
  return connected(settings, secret, limits);
}

type Me = { user: Pick<XAccount, 'userId' | 'username'>; limits: ChannelLimits; headers: Headers };

async function readMe(api: XApi): Promise<Me> {
  const query = { 'user.fields': 'subscription_type' };
  const answer = await api.send({ step: 'check account', path: '/users/me', query });
  const { id, username, subscription_type: subscription = '' } = parsed(meSchema, answer).data;
  const limits = HAS_LONG_POSTS.includes(subscription) ? LONG_POSTS : {};
  return { user: { userId: id, username }, limits, headers: answer.headers };
}

function connected({ site }: PlatformApi, secret: XSecret, limits: ChannelLimits): Connected {
  const { userId, username, monthlyMills } = secret;
  return {
    secret,
    handle: `@${username}`,
    remoteId: userId,
    profileUrl: `${site}/${username}`,
    server: site,
    // X does not say how long a login can be refreshed.
    expiresAt: null,
    limits: monthlyMills === null ? limits : { ...limits, monthlyMills },
  };
}

const NO_ACCESS_TOKEN =
  'This is not an access token: one begins with digits and a hyphen. The Bearer Token and the Client ID are not needed.';
