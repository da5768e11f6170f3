import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { openGraph, parsed, tokenSchema } from './graph.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a new token is valid. */
export const TOKEN_MS = 60 * DAY_MS;
const RENEW_BEFORE_MS = 45 * DAY_MS;
/** Meta does not refresh tokens less than 24 hours old. */
const RENEWABLE_AFTER_MS = DAY_MS + 3_600_000;
/** A failed refresh is not reported to the user while more than this time is left. */
const TOLD_BEFORE_MS = 30 * DAY_MS;

/** A 60-day token that can be refreshed without the app's secret, as on Instagram and Threads. */
export const longTokenFields = {
  accessToken: tokenSchema,
  expiresAt: z.string(),
  /** When it was last refreshed, which makes the expiry certain; absent before. */
  renewedAt: z.string().optional(),
};
export type LongToken = z.infer<z.ZodObject<typeof longTokenFields>>;

const issuedSchema = z.object({ access_token: tokenSchema, expires_in: z.number().positive().max(1e9) });

/** A token that was never refreshed may be older than it seems, if it was pasted days after it was made. */
export function isToBeRenewed({ expiresAt, renewedAt }: LongToken, now: Date): boolean {
  const left = Date.parse(expiresAt) - now.getTime();
  return left < RENEW_BEFORE_MS || (renewedAt === undefined && TOKEN_MS - left >= RENEWABLE_AFTER_MS);
}

/**
 * Refreshes a token. Returns the error if the platform does not refresh it now; the token may still be valid for
 * posting.
 * https://developers.facebook.com/documentation/instagram-platform/reference/refresh_access_token
 * https://developers.facebook.com/docs/threads/get-started/long-lived-tokens
 */
export async function renewed(
  api: PlatformApi,
  accessToken: string,
  grantType: 'ig_refresh_token' | 'th_refresh_token',
  calls: PlatformCalls,
): Promise<LongToken | PublishError> {
  try {
    const request = { step: 'renew token', path: '/refresh_access_token', query: { grant_type: grantType } };
    const token = await issued(api, accessToken, request, calls);
    return { ...token, renewedAt: calls.now().toISOString() };
  } catch (error) {
    calls.signal.throwIfAborted();
    if (error instanceof PublishError) return error;
    throw error;
  }
}

/** Requests a token in exchange for another one. */
export async function issued(
  api: PlatformApi,
  accessToken: string,
  request: { step: string; path: string; query: Record<string, string>; secrets?: string[] },
  calls: PlatformCalls,
): Promise<LongToken> {
  const graph = openGraph(api, accessToken, calls);
  const answer = await graph.send({ ...request, isUnversioned: true, hasTokenParameter: true });
  const { access_token, expires_in } = parsed(issuedSchema, answer);
  return {
    accessToken: access_token,
    expiresAt: new Date(calls.now().getTime() + expires_in * 1000).toISOString(),
  };
}

/** The message to the user about a failed refresh; null while there is time for retries. */
export function renewalProblem(
  platform: string,
  { expiresAt, renewedAt }: LongToken,
  error: PublishError,
  now: Date,
): string | null {
  const isPassing = error.errorClass === 'transient' || error.errorClass === 'rate_limit';
  const hasTime = renewedAt !== undefined && Date.parse(expiresAt) - now.getTime() > TOLD_BEFORE_MS;
  if (isPassing && hasTime) return null;
  return `${platform} did not renew this login; the agent tries again every day. Generate a new token and connect the account with it before the login ends. It says: ${error.message}`;
}
