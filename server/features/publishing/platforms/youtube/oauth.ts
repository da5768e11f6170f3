import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import {
  codeRequest,
  endLogIn,
  type LoopbackSignIn,
  postForm,
  REVOKE_LIMIT_MS,
  refusalOf,
  tokenTextSchema,
} from '../kit/oauth.ts';
import type { ReadScopes } from '../kit/reads.ts';

/** Uploads, deletes, comments and reads: a single scope, so that none can be deselected on the consent page. */
export const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';
/**
 * For watch time and shares, in addition to SCOPE: the reports need both.
 * https://developers.google.com/youtube/analytics/reference/reports/query
 */
export const READ_SCOPES: ReadScopes = {
  figures: [
    'https://www.googleapis.com/auth/yt-analytics.readonly',
    'https://www.googleapis.com/auth/youtube.readonly',
  ],
};
export const PERMISSIONS_PAGE = 'https://myaccount.google.com/connections';

/** The user's own app in Google's console. */
export type GoogleApp = { clientId: string; clientSecret: string };

const SCOPES_MAX = 50;
const seconds = z.number().positive().max(1e9);

const tokenSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  scope: z.string().catch(''),
  /** Only in the first answer. */
  refresh_token: tokenTextSchema.optional(),
  /** For a project in "Testing", whose logins end after 7 days. */
  refresh_token_expires_in: seconds.optional().catch(undefined),
});

/** Timestamps are ISO 8601. `endsAt` is when the login expires; null if unknown. `scopes`: absent in older logins. */
export type Tokens = {
  accessToken: string;
  expiresAt: string;
  refreshToken: string;
  endsAt: string | null;
  scopes?: string[] | undefined;
};

/**
 * The consent page's URL. `access_type` and `prompt` make Google issue a refresh token each time.
 * https://developers.google.com/identity/protocols/oauth2/native-app
 */
export function authorizeUrl(
  { site }: Pick<PlatformApi, 'site'>,
  { clientId }: GoogleApp,
  signIn: LoopbackSignIn,
  more: readonly string[] = [],
): string {
  return addressOf(site, '/o/oauth2/v2/auth', {
    ...codeRequest(clientId, signIn, [SCOPE, ...more].join(' ')),
    code_challenge: signIn.challenge.toString('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  }).href;
}

/** Throws PublishError `auth` for an invalid or reused code, an invalid app, and a missing permission. */
export async function exchangeCode(
  api: PlatformApi,
  app: GoogleApp,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  const answer = await tokenCall(api, app, calls, 'exchange code', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const { scope, refresh_token } = answer;
  if (!scope.split(' ').includes(SCOPE))
    throw new PublishError('auth', 'You did not allow Local Agent to manage your YouTube videos. Start again.');
  if (!refresh_token)
    throw new PublishError('auth', 'Google issued no lasting login. Remove the app in your account and start again.');
  return tokensOf({ ...answer, refresh_token }, calls.now());
}

/** Throws PublishError `auth` if the login has ended: in "Testing" after 7 days, or revoked by the user. */
export async function renewTokens(
  api: PlatformApi,
  app: GoogleApp,
  { refreshToken, endsAt, scopes }: Pick<Tokens, 'refreshToken' | 'endsAt' | 'scopes'>,
  calls: PlatformCalls,
): Promise<Tokens> {
  const answer = await tokenCall(api, app, calls, 'renew token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const renewed = tokensOf({ ...answer, refresh_token: answer.refresh_token ?? refreshToken }, calls.now());
  return { ...renewed, endsAt: renewed.endsAt ?? endsAt, scopes: renewed.scopes ?? scopes };
}

type TokenAnswer = z.infer<typeof tokenSchema>;

function tokensOf(token: TokenAnswer & { refresh_token: string }, now: Date): Tokens {
  const after = (length: number) => new Date(now.getTime() + length * 1000).toISOString();
  const { refresh_token_expires_in: lasts } = token;
  return {
    accessToken: token.access_token,
    expiresAt: after(token.expires_in),
    refreshToken: token.refresh_token,
    endsAt: lasts === undefined ? null : after(lasts),
    ...(token.scope !== '' && { scopes: token.scope.split(' ').slice(0, SCOPES_MAX) }),
  };
}

async function tokenCall(
  { origin, tokenOrigin = origin }: PlatformApi,
  { clientId, clientSecret }: GoogleApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
): Promise<TokenAnswer> {
  const form = { client_id: clientId, client_secret: clientSecret, ...fields };
  const answer = await postForm(calls, step, addressOf(tokenOrigin, '/token'), form);
  if (answer.status !== 200) throw refusal(answer);
  const { success, data } = tokenSchema.safeParse(answer.json);
  if (!success) throw new PublishError('transient', 'The answer is not one of Google’s.');
  return data;
}

function refusal(answer: PlatformAnswer): PublishError {
  const { status } = answer;
  const { error, said } = refusalOf(answer, `Google answered ${status}.`);
  if (error === 'invalid_grant') return new PublishError('auth', `Google no longer accepts the login: ${said}`);
  if (error === 'invalid_client' || error === 'unauthorized_client' || error === 'deleted_client')
    return new PublishError('auth', `Google does not know this client ID and secret: ${said}`);
  if (status === 429) return new PublishError('rate_limit', said);
  return new PublishError(status >= 500 || error === '' ? 'transient' : 'auth', said);
}

/** Ends the login at Google. https://developers.google.com/identity/protocols/oauth2/native-app#tokenrevoke */
export async function revoke(
  { origin, tokenOrigin = origin }: PlatformApi,
  refreshToken: string,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const left = (why: string) => ({
    text: `Google did not end the permission of your app (${why}). Remove it among the connections of your account.`,
    url: PERMISSIONS_PAGE,
  });
  return await endLogIn(left, async () => {
    const url = addressOf(tokenOrigin, '/revoke');
    const answer = await postForm(calls, 'revoke token', url, { token: refreshToken }, REVOKE_LIMIT_MS);
    const { error, said } = refusalOf(answer, `it answered ${answer.status}`);
    // An invalid token means that the login had already ended.
    return answer.status === 200 || error === 'invalid_token' ? null : said;
  });
}
