import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { linkedInApi, parsed } from './api.ts';
import { beginUpload } from './media.ts';

/** The portal's tokens expire after this time, which is not reported. */
const TOKEN_DAYS = 60;

const personIdSchema = z.string().regex(/^[\w-]{1,100}$/);

export const secretSchema = z.object({
  accessToken: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  /** The member's id for the user's app. */
  personId: personIdSchema,
  expiresAt: z.string(),
});
export type LinkedInSecret = z.infer<typeof secretSchema>;

const userSchema = z.object({ sub: personIdSchema, name: z.string().max(300).optional().catch(undefined) });

/**
 * Queries whose token this is and whether it may post, by starting an upload that is never completed. PublishError
 * `auth` for an invalid token, or one without a scope.
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export async function readAccount(
  settings: PlatformApi,
  { accessToken, expiresAt }: { accessToken: string; expiresAt: string | null },
  calls: PlatformCalls,
): Promise<Connected> {
  if (!secretSchema.shape.accessToken.safeParse(accessToken).success)
    throw new PublishError('rejected', 'This is no access token: it holds blanks or signs that none has.');
  const api = linkedInApi(settings, accessToken, calls);
  const { sub, name } = parsed(userSchema, await api.send({ step: 'check account', path: '/v2/userinfo' }));
  await beginUpload(api, 'images', { owner: personUrn(sub) }, 'check permission to post');
  const ends = expiresAt ?? new Date(calls.now().getTime() + TOKEN_DAYS * 24 * 3_600_000).toISOString();
  const secret: LinkedInSecret = { accessToken, personId: sub, expiresAt: ends };
  return {
    secret,
    handle: name || sub,
    remoteId: sub,
    profileUrl: null,
    server: settings.site,
    expiresAt: ends,
    limits: {},
  };
}

export function personUrn(personId: string): string {
  return `urn:li:person:${personId}`;
}
