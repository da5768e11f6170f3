import { z } from 'zod';
import type { ErrorClass } from '../../../../../shared/publishing/delivery.ts';
import { type PlatformAnswer, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess, parserOf, unproved, WORDS_MAX } from '../kit/api.ts';

/** A smaller `ratelimit-reset` is a delay in seconds, a larger one a Unix time. */
const YEAR_2001 = 1_000_000_000;

/** Errors about the account itself, whatever the request. */
const ACCOUNT_ERRORS = [
  'AccountDeactivated',
  'AccountNotFound',
  'AccountSuspended',
  'AccountTakedown',
  'AuthFactorTokenRequired',
  'AuthMissing',
  'AuthenticationRequired',
  'ExpiredToken',
  'InvalidToken',
  'RepoDeactivated',
  'RepoSuspended',
  'RepoTakendown',
];

const errorSchema = z.object({
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/** The URL of an XRPC method (https://atproto.com/specs/xrpc). */
export function methodUrl(server: string, method: string, parameters: Record<string, string> = {}): URL {
  return addressOf(server, `/xrpc/${method}`, parameters);
}

/** The name of a server's error, such as `ExpiredToken`. */
export function errorName(answer: PlatformAnswer): string | null {
  return isSuccess(answer) ? null : (errorSchema.safeParse(answer.json).data?.error ?? null);
}

/** Whether the access token was refused, so that a refreshed one may be accepted. */
export function isTokenRefused(answer: PlatformAnswer): boolean {
  return ['ExpiredToken', 'InvalidToken'].includes(errorName(answer) ?? '');
}

/**
 * The parsed answer of a server. Throws a PublishError for any other: `unknown` if an irreversible call succeeded with
 * an unparsable answer, or failed in the server.
 */
export function answerOf<T>(
  answer: PlatformAnswer,
  schema: z.ZodType<T>,
  { now, isIrreversible = false }: { now: Date; isIrreversible?: boolean },
): T {
  if (!isSuccess(answer)) throw problemOf(answer, now, isIrreversible);
  return parsed(schema, answer, { isIrreversible });
}

const parsed = parserOf(() => 'The server sent an invalid answer.');

/** The error for a server's refusal, with its own message. */
export function problemOf(answer: PlatformAnswer, now: Date, isIrreversible = false): PublishError {
  const errorClass = classOf(answer, isIrreversible);
  return new PublishError(errorClass, wordsOf(answer), {
    retryAt: errorClass === 'rate_limit' ? retryTime(answer.headers, now) : null,
  });
}

function classOf(answer: PlatformAnswer, isIrreversible: boolean): ErrorClass {
  const { status } = answer;
  if (status === 429) return 'rate_limit';
  if (status === 401 || ACCOUNT_ERRORS.includes(errorName(answer) ?? '')) return 'auth';
  // A redirect, such as to a maintenance page or a hotel's login page, says nothing about the post.
  if (status < 400 || status === 408) return 'transient';
  if (status < 500 || status === 501) return 'rejected';
  return unproved(isIrreversible);
}

function wordsOf(answer: PlatformAnswer): string {
  const { status } = answer;
  const { error, message } = errorSchema.safeParse(answer.json).data ?? {};
  const words = (message || error || '').slice(0, WORDS_MAX);
  if (error === 'AuthFactorTokenRequired') return `${words} Use an app password instead of the account's own.`.trim();
  if (words !== '') return words;
  return status < 400 ? 'The server redirects to another address.' : `The server answered with status ${status}.`;
}

function retryTime(headers: Headers, now: Date): Date | null {
  const reset = headers.get('ratelimit-reset') ?? '';
  if (!/^\d{1,11}$/.test(reset)) return retryAfter(headers, now);
  const seconds = Number(reset);
  return new Date(seconds < YEAR_2001 ? now.getTime() + seconds * 1000 : seconds * 1000);
}
