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

/** Tokens that end sooner are those of one hour. */
const SHORT_MS = 2 * 24 * 3_600_000;

export const secretSchema = z.object({
  userId: idSchema,
  username: z.string().max(200),
  ...longTokenFields,
  /** What a log-in was given; absent for a token that was entered. */
  logIn: logInSchema.optional(),
  /** Absent where it is not known. */
  lacks: z.array(readSchema).optional(),
});
export type ThreadsSecret = z.infer<typeof secretSchema>;

const meSchema = z.object({ id: idSchema, username: z.string().min(1).max(200) });

/** Connects with a token of the app's "User Token Generator", or one of an hour with the app's secret. */
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
  // Of a token that Meta says nothing about, it is assumed to be of today; it is renewed tomorrow.
  const given = { accessToken, expiresAt: expiresAt ?? new Date(calls.now().getTime() + TOKEN_MS).toISOString() };
  const isExchanged = appSecret !== undefined && (isShort || expiresAt === null);
  const token = isExchanged ? await exchanged(api, accessToken, appSecret, calls) : given;
  const lacks = lackingOf(READ_SCOPES, facts?.scopes);
  return connected(api, { ...(await readMe(api, token.accessToken, calls)), ...token, ...(lacks && { lacks }) });
}

/** With the token of a log-in, whose end is known. */
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
 * Checks whether the log-in is valid, and renews it ahead of its end; `problem` says why Threads does not renew it.
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
