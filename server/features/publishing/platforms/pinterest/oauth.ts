import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, sentence } from '../kit/api.ts';
import { appFinding } from '../kit/key-check.ts';
import { codeRequest, type LoopbackSignIn, secretsIn, tokenTextSchema } from '../kit/oauth.ts';

/** For pins, and for the lists of boards and sections. */
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

/** The user's own app. */
export const appSchema = z.object({ appId: tokenTextSchema, appSecret: tokenTextSchema });
export type PinterestApp = z.infer<typeof appSchema>;

/** `endsAt` is when the login ends; each refresh extends it. */
export const tokensSchema = z.object({
  accessToken: tokenTextSchema,
  refreshToken: tokenTextSchema,
  expiresAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const seconds = z.number().positive().max(1e9);
const answerSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  scope: z.string().catch(''),
  refresh_token: tokenTextSchema.optional(),
  refresh_token_expires_in: seconds.optional().catch(undefined),
});

/** Throws PublishError `rejected` for values that cannot be an app's id and secret. */
export function appOf(entered: PinterestApp): PinterestApp {
  const { success, data } = appSchema.safeParse(entered);
  if (!success) throw new PublishError('rejected', 'The App ID or the App secret key contains spaces.');
  if (!/^\d+$/.test(data.appId))
    throw new PublishError('rejected', 'The App ID is a number. Copy it and the App secret key from My apps.');
  return data;
}

/** https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ */
export function authorizeUrl(
  { site }: Pick<PlatformApi, 'site'>,
  { appId }: PinterestApp,
  signIn: LoopbackSignIn,
): string {
  return addressOf(site, '/oauth/', codeRequest(appId, signIn, SCOPES.join(','))).href;
}

/**
 * Throws PublishError `auth` for an invalid or reused code, an invalid app, and missing permissions. Apps created
 * before September 2025 must request refresh tokens that are refreshed in turn (`continuous_refresh`).
 */
export async function exchangeCode(
  api: PlatformApi,
  app: PinterestApp,
  { code, redirectUri }: { code: string; redirectUri: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    continuous_refresh: 'true',
  };
  const answer = await tokenCall(api, app, calls, 'exchange code', form);
  const granted = answer.scope.split(/[\s,]+/);
  const missing = answer.scope === '' ? [] : SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length > 0)
    throw new PublishError('auth', `Pinterest gave no permission for ${missing.join(', ')}. Start again.`);
  if (!answer.refresh_token)
    throw new PublishError('auth', 'Pinterest issued no lasting login. Start again, and allow everything.');
  return tokensOf({ ...answer, refresh_token: answer.refresh_token }, null, calls.now());
}

/** Throws PublishError `auth` once the login has ended: after 60 days without a refresh, or revoked by the user. */
export async function renewTokens(
  api: PlatformApi,
  app: PinterestApp,
  { refreshToken, endsAt }: Pick<Tokens, 'refreshToken' | 'endsAt'>,
  calls: PlatformCalls,
): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await tokenCall(api, app, calls, 'renew token', form);
  return tokensOf({ ...answer, refresh_token: answer.refresh_token ?? refreshToken }, endsAt, calls.now());
}

type TokenAnswer = z.infer<typeof answerSchema>;

function tokensOf(answer: TokenAnswer & { refresh_token: string }, endsAt: string | null, now: Date): Tokens {
  const after = (length: number) => new Date(now.getTime() + length * 1000).toISOString();
  const { refresh_token_expires_in: lasts } = answer;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: after(answer.expires_in),
    endsAt: lasts === undefined ? endsAt : after(lasts),
  };
}

async function tokenCall(
  api: PlatformApi,
  app: PinterestApp,
  calls: PlatformCalls,
  step: string,
  form: Record<string, string>,
): Promise<TokenAnswer> {
  const answer = await sendToken(api, app, calls, step, form);
  const { success, data } = answerSchema.safeParse(answer.json);
  if (success && answer.status < 300) return data;
  throw refusal(answer);
}

/** https://developers.pinterest.com/docs/api/v5/oauth-token */
function sendToken(
  { origin, tokenOrigin = origin, version }: PlatformApi,
  { appId, appSecret }: PinterestApp,
  calls: PlatformCalls,
  step: string,
  form: Record<string, string>,
): Promise<PlatformAnswer> {
  const basic = Buffer.from(`${appId}:${appSecret}`).toString('base64');
  return calls.send({
    step,
    url: addressOf(tokenOrigin, `/${version}/oauth/token`),
    form,
    headers: { authorization: `Basic ${basic}` },
    secrets: [...secretsIn(form), appSecret],
  });
}

const wordsSchema = z.object({ message: z.string().catch('') }).catch({ message: '' });

function refusal({ status, json }: PlatformAnswer): PublishError {
  const said = sentence(wordsSchema.parse(json).message, `Pinterest answered ${status}.`);
  if (status === 429) return new PublishError('rate_limit', said);
  if (status >= 500 || status < 400 || json === undefined) return new PublishError('transient', said);
  return new PublishError(
    'auth',
    `Pinterest does not accept the login: ${said} Check the App ID and the App secret key, and connect the account again.`,
  );
}

/** Requests a token for the app itself, and discards it. https://developers.pinterest.com/docs/api/v5/oauth-token */
export async function checkKeys(
  api: PlatformApi,
  { appId, appSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  if (!appId || !appSecret) return [];
  const form = { grant_type: 'client_credentials', scope: 'user_accounts:read' };
  const answer = await sendToken(api, { appId, appSecret }, calls, 'check app', form);
  const finding = appFinding(['appId', 'appSecret'], answer, {
    isTaken: answer.status === 200,
    isRefused: answer.status === 401,
    works: 'Pinterest knows this app and its secret key.',
    wrong: 'Pinterest does not know this App ID with this secret key. Copy both from the same app.',
  });
  return [finding];
}
