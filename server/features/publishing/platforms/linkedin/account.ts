import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { type LinkedInApi, linkedInApi } from './api.ts';
import { type Author, authorOfToken, authorSchema, connectedAs, readMember, readPage } from './author.ts';
import { appSchema, type LinkedInApp, type Tokens, tokensSchema } from './oauth.ts';

/** The portal's tokens expire after this time; the API does not report when. */
const TOKEN_DAYS = 60;

const tokenSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);
const tokenSecretSchema = z.object({ accessToken: tokenSchema, expiresAt: z.string() }).and(authorSchema);
const loginSecretSchema = z.object({ app: appSchema, tokens: tokensSchema }).and(authorSchema);

/** A token from the portal's generator, or a login with the user's app. */
export const secretSchema = z.union([loginSecretSchema, tokenSecretSchema]);
export type LinkedInSecret = z.infer<typeof secretSchema>;
export type LoginSecret = z.infer<typeof loginSecretSchema>;

/**
 * Reads the author of a token, and checks that it may post. Throws PublishError `auth` for an invalid token or a
 * missing scope, ChoiceNeeded if the user has to choose one of several pages.
 */
export async function connectByToken(
  settings: PlatformApi,
  { accessToken, page }: { accessToken: string; page?: string | undefined },
  calls: PlatformCalls,
): Promise<Connected> {
  if (!tokenSchema.safeParse(accessToken).success)
    throw new PublishError('rejected', 'This is not an access token: it contains spaces or invalid characters.');
  const known = await authorOfToken(
    linkedInApi(settings, async () => accessToken, calls),
    page,
  );
  const expiresAt = new Date(calls.now().getTime() + TOKEN_DAYS * 24 * 3_600_000).toISOString();
  return connectedAs(settings, known, { accessToken, ...known.author, expiresAt }, expiresAt);
}

/** Reads a secret's author again. */
export function readAuthor(api: LinkedInApi, author: Author) {
  return 'personId' in author ? readMember(api) : readPage(api, author.organizationId);
}

/** The account of a login. `tokens` is called after the requests, which may have refreshed them. */
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
