import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import { codeOf, codeRequest, type LoopbackSignIn, postForm, refusalOf, tokenTextSchema } from '../kit/oauth.ts';

/** The scopes for posting as the member. They are requested together, and none can be left out. */
export const MEMBER_SCOPES = ['openid', 'profile', 'w_member_social'];
/**
 * The scopes for posting as a page. The product that grants them must be an app's only one, so the same app cannot have
 * the member's scopes. https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access
 */
export const PAGE_SCOPES = [
  'r_organization_social',
  'w_organization_social',
  'rw_organization_admin',
  'r_organization_social_feed',
  'w_organization_social_feed',
];

/** The user's own app in LinkedIn's portal. */
export const appSchema = z.object({ clientId: tokenTextSchema, clientSecret: tokenTextSchema });
export type LinkedInApp = z.infer<typeof appSchema>;

/**
 * `refreshToken` is null unless LinkedIn has approved the app for one. `endsAt` is when it expires, which no refresh
 * extends.
 */
export const tokensSchema = z.object({
  accessToken: tokenTextSchema,
  expiresAt: z.iso.datetime(),
  refreshToken: tokenTextSchema.nullable(),
  endsAt: z.iso.datetime().nullable(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const seconds = z.number().positive().max(1e9);
const answerSchema = z.object({
  access_token: tokenTextSchema,
  expires_in: seconds,
  refresh_token: tokenTextSchema.optional().catch(undefined),
  refresh_token_expires_in: seconds.optional().catch(undefined),
});

/** Throws PublishError `rejected` for values that cannot be an app's ID and secret. */
export function appOf(entered: { clientId?: string | undefined; clientSecret?: string | undefined }): LinkedInApp {
  if (!entered.clientId || !entered.clientSecret)
    throw new PublishError('rejected', 'Enter the Client ID and the Primary Client Secret of the app.');
  const { success, data } = appSchema.safeParse(entered);
  if (!success) throw new PublishError('rejected', 'The Client ID or the Primary Client Secret contains spaces.');
  // Current secrets have this prefix; older ones have none.
  if (/^WPL_AP/.test(data.clientId) || data.clientId === data.clientSecret)
    throw new PublishError('rejected', 'The Client ID is the app’s secret. Copy each from its line under Auth.');
  return data;
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
export function authorizeUrl(
  { site }: Pick<PlatformApi, 'site'>,
  { clientId }: LinkedInApp,
  signIn: LoopbackSignIn,
  scopes: readonly string[],
): string {
  return addressOf(site, '/oauth/v2/authorization', codeRequest(clientId, signIn, scopes.join(' '))).href;
}

/**
 * The code of a redirect, as in codeOf. If LinkedIn refuses the scopes there, the app lacks a product, and `needs` is
 * added to the message.
 */
export function codeFrom(answer: string, signIn: LoopbackSignIn, needs: string): string {
  try {
    return codeOf(answer, signIn);
  } catch (error) {
    if (error instanceof PublishError && error.errorClass === 'auth' && /scope/i.test(error.message))
      throw new PublishError('auth', `${error.message} ${needs}`, { cause: error });
    throw error;
  }
}

/** Throws PublishError `auth` for an invalid or reused code, and an invalid app. */
export function exchangeCode(
  api: PlatformApi,
  app: LinkedInApp,
  { code, redirectUri }: { code: string; redirectUri: string },
  calls: PlatformCalls,
): Promise<Tokens> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  return tokenCall(api, app, calls, 'exchange code', form, null);
}

/**
 * A refresh token can be used repeatedly, and expires a year after the sign-in. Throws PublishError `auth` once it has.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
 */
export async function renewTokens(
  api: PlatformApi,
  app: LinkedInApp,
  before: Tokens & { refreshToken: string },
  calls: PlatformCalls,
): Promise<Tokens & { refreshToken: string }> {
  const form = { grant_type: 'refresh_token', refresh_token: before.refreshToken };
  const tokens = await tokenCall(api, app, calls, 'renew token', form, before);
  return { ...tokens, refreshToken: tokens.refreshToken ?? before.refreshToken };
}

async function tokenCall(
  { site, tokenOrigin = site }: PlatformApi,
  { clientId, clientSecret }: LinkedInApp,
  calls: PlatformCalls,
  step: string,
  fields: Record<string, string>,
  before: Tokens | null,
): Promise<Tokens> {
  const form = { ...fields, client_id: clientId, client_secret: clientSecret };
  const answer = await postForm(calls, step, addressOf(tokenOrigin, '/oauth/v2/accessToken'), form);
  const { success, data } = answerSchema.safeParse(answer.json);
  if (!success) throw refusal(answer);
  const after = (length: number) => new Date(calls.now().getTime() + length * 1000).toISOString();
  return {
    accessToken: data.access_token,
    expiresAt: after(data.expires_in),
    refreshToken: data.refresh_token ?? before?.refreshToken ?? null,
    endsAt: data.refresh_token_expires_in ? after(data.refresh_token_expires_in) : (before?.endsAt ?? null),
  };
}

function refusal(answer: PlatformAnswer): PublishError {
  const { status } = answer;
  const { error, said } = refusalOf(answer, `LinkedIn answered ${status}.`);
  if (status === 429) return new PublishError('rate_limit', said);
  if (status >= 500 || answer.json === undefined || error === '') return new PublishError('transient', said);
  if (/client/.test(error))
    return new PublishError('auth', `LinkedIn does not know this Client ID and Primary Client Secret: ${said}`);
  return new PublishError('auth', `LinkedIn does not accept the login: ${said}`);
}
