import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { type LinkedInApi, linkedInApi, parsed } from './api.ts';
import { beginUpload } from './media.ts';
import { appSchema, type LinkedInApp, type Tokens, tokensSchema } from './oauth.ts';

/** The portal's tokens expire after this time, which is not reported. */
const TOKEN_DAYS = 60;

const personIdSchema = z.string().regex(/^[\w-]{1,100}$/);

/** The member's id for the user's app. */
const member = { personId: personIdSchema };
const tokenSecretSchema = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expiresAt: z.string(),
  ...member,
});
const loginSecretSchema = z.object({ app: appSchema, tokens: tokensSchema, ...member });

/** A token of the portal's generator, or a log-in by the person's app. */
export const secretSchema = z.union([loginSecretSchema, tokenSecretSchema]);
export type LinkedInSecret = z.infer<typeof secretSchema>;
export type LoginSecret = z.infer<typeof loginSecretSchema>;

const userSchema = z.object({ sub: personIdSchema, name: z.string().max(300).optional().catch(undefined) });

/**
 * Queries whose token this is and whether it may post. PublishError `auth` for an invalid token, or one without a
 * scope.
 */
export async function readAccount(
  settings: PlatformApi,
  { accessToken, expiresAt }: { accessToken: string; expiresAt: string | null },
  calls: PlatformCalls,
): Promise<Connected> {
  if (!tokenSecretSchema.shape.accessToken.safeParse(accessToken).success)
    throw new PublishError('rejected', 'This is no access token: it holds blanks or signs that none has.');
  const user = await readMember(linkedInApi(settings, async () => accessToken, calls));
  const ends = expiresAt ?? new Date(calls.now().getTime() + TOKEN_DAYS * 24 * 3_600_000).toISOString();
  return connected(settings, user, { accessToken, personId: user.sub, expiresAt: ends }, ends);
}

/** The same for a log-in. `tokens` is called afterwards: they may have been renewed. */
export async function readLogin(
  settings: PlatformApi,
  api: LinkedInApi,
  app: LinkedInApp,
  tokens: () => Tokens,
): Promise<Connected> {
  const user = await readMember(api);
  const kept = tokens();
  return connected(settings, user, { app, tokens: kept, personId: user.sub }, kept.endsAt ?? kept.expiresAt);
}

type User = z.infer<typeof userSchema>;

/**
 * Permission to post is checked by starting an upload that is never completed.
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
async function readMember(api: LinkedInApi): Promise<User> {
  const user = parsed(userSchema, await api.send({ step: 'check account', path: '/v2/userinfo' }));
  await beginUpload(api, 'images', { owner: personUrn(user.sub) }, 'check permission to post');
  return user;
}

function connected({ site }: PlatformApi, { sub, name }: User, secret: LinkedInSecret, expiresAt: string): Connected {
  return {
    secret,
    handle: name || sub,
    remoteId: sub,
    profileUrl: null,
    server: site,
    expiresAt,
    limits: {},
  };
}

export function personUrn(personId: string): string {
  return `urn:li:person:${personId}`;
}
