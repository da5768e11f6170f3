import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { type LinkedInApi, linkedInApi } from './api.ts';
import { type Author, authorOfToken, authorSchema, connectedAs, readMember, readPage } from './author.ts';
import { appSchema, type LinkedInApp, type Tokens, tokensSchema } from './oauth.ts';

/** The portal's tokens expire after this time, which is not reported. */
const TOKEN_DAYS = 60;

const tokenSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);
const tokenSecretSchema = z.object({ accessToken: tokenSchema, expiresAt: z.string() }).and(authorSchema);
const loginSecretSchema = z.object({ app: appSchema, tokens: tokensSchema }).and(authorSchema);

/** A token of the portal's generator, or a log-in by the person's app. */
export const secretSchema = z.union([loginSecretSchema, tokenSecretSchema]);
export type LinkedInSecret = z.infer<typeof secretSchema>;
export type LoginSecret = z.infer<typeof loginSecretSchema>;

/**
 * Queries whose token this is and whether it may post. PublishError `auth` for an invalid token, or one without a
 * scope; ChoiceNeeded for one of several pages.
 */
export async function connectByToken(
  settings: PlatformApi,
  { accessToken, page }: { accessToken: string; page?: string | undefined },
  calls: PlatformCalls,
): Promise<Connected> {
  if (!tokenSchema.safeParse(accessToken).success)
    throw new PublishError('rejected', 'This is no access token: it holds blanks or signs that none has.');
  const known = await authorOfToken(
    linkedInApi(settings, async () => accessToken, calls),
    page,
  );
  const expiresAt = new Date(calls.now().getTime() + TOKEN_DAYS * 24 * 3_600_000).toISOString();
  return connectedAs(settings, known, { accessToken, ...known.author, expiresAt }, expiresAt);
}

/** The author of a secret, as the platform knows them now. */
export function readAuthor(api: LinkedInApi, author: Author) {
  return 'personId' in author ? readMember(api) : readPage(api, author.organizationId);
}

/** What a log-in connects. `tokens` is called at the end: they may have been renewed. */
export async function readLogin(
  settings: PlatformApi,
  known: ReturnType<typeof readAuthor>,
  app: LinkedInApp,
  tokens: () => Tokens,
): Promise<Connected> {
  const read = await known;
  const kept = tokens();
  return connectedAs(settings, read, { app, tokens: kept, ...read.author }, kept.endsAt ?? kept.expiresAt);
}
