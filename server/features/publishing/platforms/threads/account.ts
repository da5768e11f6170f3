import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { readSchema } from '../../../../../shared/platforms/reads.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { lacking, lackingOf, type ReadScopes } from '../kit/reads.ts';
import { idSchema, openGraph, parsed } from '../meta/graph.ts';
import { type LogIn, logInSchema } from '../meta/log-in.ts';
import {
  issued,
  isToBeRenewed,
  type LongToken,
  longTokenFields,
  renewalProblem,
  renewed,
  TOKEN_MS,
} from '../meta/long-token.ts';
import { assertGranted, endOf, tokenFacts } from '../meta/page-login.ts';

/** https://developers.facebook.com/docs/threads/get-started */
export const THREADS_SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
];

export const READ_SCOPES: ReadScopes = { answers: ['threads_manage_mentions'] };

/** Tokens that expire sooner are short-lived: they are valid for an hour. */
const SHORT_MS = 2 * 24 * 3_600_000;

export const secretSchema = z.object({
  userId: idSchema,
  username: z.string().max(200),
  ...longTokenFields,
  /** The app and the choices of a login; absent if the token was entered. */
  logIn: logInSchema.optional(),
  /** Absent if unknown. */
  lacks: z.array(readSchema).optional(),
});
export type ThreadsSecret = z.infer<typeof secretSchema>;

const meSchema = z.object({ id: idSchema, username: z.string().min(1).max(200) });

/** Connects with a token from the app's "User Token Generator", or a one-hour token and the app's secret. */
export async function connectByToken(
  api: PlatformApi,
  { accessToken, appSecret }: { accessToken: string; appSecret?: string | undefined },
  calls: PlatformCalls,
): Promise<Connected> {
  const facts = await tokenFacts(openGraph(api, accessToken, calls), accessToken);
  if (facts?.scopes) assertGranted(facts.scopes, THREADS_SCOPES);
  const expiresAt = endOf(facts);
  const isShort = expiresAt !== null && Date.parse(expiresAt) < calls.now().getTime() + SHORT_MS;
  if (isShort && !appSecret) throw new PublishError('rejected', TOO_SHORT);
  // If Meta reports nothing about a token, it is assumed to be new, and is refreshed tomorrow.
  const given = { accessToken, expiresAt: expiresAt ?? new Date(calls.now().getTime() + TOKEN_MS).toISOString() };
  const isExchanged = appSecret !== undefined && (isShort || expiresAt === null);
  const token = isExchanged ? await exchanged(api, accessToken, appSecret, calls) : given;
  const lacks = lackingOf(READ_SCOPES, facts?.scopes);
  return connected(api, { ...(await readMe(api, token.accessToken, calls)), ...token, ...(lacks && { lacks }) });
}

/** Connects with the token of a login, whose expiry is known. */
export async function connectByLogIn(
  api: PlatformApi,
  { accessToken, expiresAt, renewedAt }: LongToken,
  logIn: LogIn,
  calls: PlatformCalls,
): Promise<Connected> {
  const facts = await tokenFacts(openGraph(api, accessToken, calls), accessToken);
  if (facts?.scopes) assertGranted(facts.scopes, THREADS_SCOPES, REPEAT_LOG_IN);
  const lacks = lackingOf(READ_SCOPES, facts?.scopes);
  const me = await readMe(api, accessToken, calls);
  const token = { accessToken, expiresAt, ...(renewedAt && { renewedAt }) };
  return connected(api, { ...me, ...token, logIn, ...(lacks && { lacks }) });
}

/** https://developers.facebook.com/docs/threads/get-started/long-lived-tokens */
async function exchanged(api: PlatformApi, accessToken: string, client_secret: string, calls: PlatformCalls) {
  const query = { grant_type: 'th_exchange_token', client_secret };
  return await issued(
    api,
    accessToken,
    { step: 'exchange token', path: '/access_token', query, secrets: [client_secret] },
    calls,
  );
}

/**
 * Checks whether the login is valid, and refreshes its token ahead of expiry. `problem` says why Threads does not
 * refresh it.
 */
export async function checkSecret(
  api: PlatformApi,
  secret: ThreadsSecret,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
): Promise<Connected> {
  const known = { ...secret, ...(await readMe(api, secret.accessToken, calls)) };
  if (!isToBeRenewed(known, calls.now())) return connected(api, known);
  const token: LongToken | PublishError = await renewed(api, secret.accessToken, 'th_refresh_token', calls);
  if (token instanceof PublishError)
    return { ...connected(api, known), problem: renewalProblem('Threads', known, token, calls.now()) };
  const kept = { ...known, ...token };
  await keepSecret(kept);
  return connected(api, kept);
}

/** https://developers.facebook.com/docs/threads/threads-profiles */
async function readMe(api: PlatformApi, accessToken: string, calls: PlatformCalls) {
  const request = { step: 'check account', path: '/me', query: { fields: 'id,username' } };
  const { id: userId, username } = parsed(meSchema, await openGraph(api, accessToken, calls).send(request));
  return { userId, username };
}

function connected({ site }: PlatformApi, secret: ThreadsSecret): Connected {
  return {
    secret,
    handle: `@${secret.username}`,
    remoteId: secret.userId,
    profileUrl: `${site}/@${encodeURIComponent(secret.username)}`,
    server: site,
    expiresAt: secret.expiresAt,
    limits: { needsAddress: true, ...lacking(secret.lacks) },
  };
}

const REPEAT_LOG_IN = 'Add what is missing to the use case, log in again, and allow everything.';
const TOO_SHORT =
  'This token ends within hours. Generate one under "User Token Generator", or enter the Threads app secret as well.';
