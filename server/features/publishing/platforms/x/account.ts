import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { NEEDS_WRITE, parsed, xApi, xIdSchema } from './api.ts';
import type { OAuth1Keys } from './oauth1.ts';

const keySchema = z.string().regex(/^[\x21-\x7e]{1,500}$/);

export const secretSchema = z.object({
  apiKey: keySchema,
  apiSecret: keySchema,
  accessToken: keySchema,
  accessTokenSecret: keySchema,
  userId: xIdSchema,
  username: z.string().regex(/^\w{1,50}$/),
  /** The monthly budget in thousandths of a dollar; null for none. */
  monthlyMills: z.number().int().positive().nullable(),
});
export type XSecret = z.infer<typeof secretSchema>;

const keysSchema = secretSchema.pick({ apiKey: true, apiSecret: true, accessToken: true, accessTokenSecret: true });
const meSchema = z.object({ data: secretSchema.pick({ username: true }).extend({ id: xIdSchema }) });

/**
 * Queries the account of these keys, which costs about a cent. PublishError `auth` for refused or read-only keys,
 * `rejected` for invalid ones. https://docs.x.com/x-api/users/get-my-user
 */
export async function readAccount(
  api: PlatformApi,
  entered: OAuth1Keys & Pick<XSecret, 'monthlyMills'>,
  calls: PlatformCalls,
): Promise<Connected> {
  const { success, data: keys } = keysSchema.safeParse(entered);
  if (!success) throw new PublishError('rejected', 'One of the keys holds blanks or signs that no key has.');
  if (!/^\d{1,19}-/.test(keys.accessToken)) throw new PublishError('rejected', NO_ACCESS_TOKEN);
  const answer = await xApi(api, keys, calls).send({ step: 'check account', path: '/users/me' });
  const { id, username } = parsed(meSchema, answer).data;
  // In every answer to a request signed with OAuth 1.0a.
  if (answer.headers.get('x-access-level') === 'read')
    throw new PublishError('auth', `The access token may read and not post. ${NEEDS_WRITE}`);
  const { monthlyMills } = entered;
  const secret: XSecret = { ...keys, userId: id, username, monthlyMills };
  return {
    secret,
    handle: `@${username}`,
    remoteId: id,
    profileUrl: `${api.site}/${username}`,
    server: api.site,
    expiresAt: null,
    limits: monthlyMills === null ? {} : { monthlyMills },
  };
}

const NO_ACCESS_TOKEN =
  'This is no access token: one begins with digits and a hyphen. The Bearer Token and the Client ID are not needed.';
