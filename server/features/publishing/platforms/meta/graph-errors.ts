import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { ErrorClass } from '../../../../../shared/publishing/delivery.ts';
import { type PlatformAnswer, retryAfter } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { bounded, sentence, unproved } from '../kit/api.ts';

/** An error of the Graph API. https://developers.facebook.com/docs/graph-api/guides/error-handling */
export class GraphError extends PublishError {
  readonly code: number | null;
  readonly subcode: number | null;

  constructor(
    errorClass: ErrorClass,
    message: string,
    { code, subcode, retryAt = null }: { code: number | null; subcode: number | null; retryAt?: Date | null },
  ) {
    super(errorClass, message, { retryAt });
    this.name = 'GraphError';
    this.code = code;
    this.subcode = subcode;
  }
}

/** Threads' "media not found", with code 24. */
export const NOT_FOUND = 4_279_009;

/** The object does not exist, or is not visible to this token: the API does not distinguish the two. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof GraphError)) return false;
  return (error.code === 100 && error.subcode === 33) || error.code === 803 || error.subcode === NOT_FOUND;
}

const text = z.string().optional().catch(undefined);
const errorSchema = z.object({
  error: z.object({
    message: text,
    code: z.number().optional().catch(undefined),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_title: text,
    error_user_msg: text,
  }),
});
type Refusal = z.infer<typeof errorSchema>['error'];

/** The remedy for an invalid token, and for one without a permission. */
export const NEW_TOKEN = 'Generate a new token, and connect the account with it.';
const NEW_PERMISSIONS = 'Generate a token with all permissions of the guide, and connect the account with it.';

/** Meta has no error code for an app that is unpublished or deactivated. */
const INACTIVE =
  /development mode|\bapp (is )?not active|app isn[’']t (currently )?(active|accessible|available)|API access (is |has been )?(deactivated|disabled)/i;
const PUBLISH_APP =
  'Open your app at Meta for Developers: press "Publish", or do what its Alert Inbox asks for. Then connect again.';

/** Expired sessions and tokens. */
const ENDED = [102, 190];
/** Missing or revoked permissions (also 200 to 299). */
const PERMISSIONS = [3, 10];

/** The token lacks a permission. */
export function isNotPermitted(error: unknown): boolean {
  return error instanceof GraphError && isPermission(error.code);
}

function isPermission(code: number | null): boolean {
  return code !== null && (PERMISSIONS.includes(code) || (code >= 200 && code < 300));
}

/**
 * Rate limits by app, user, Page and kind of call, and of posts per day; 80000 to 80014 are those of business use
 * cases.
 */
const RATE_LIMITS = [4, 9, 17, 32, 341, 613];
const TRANSIENT = [-1, -2, 1, 2];
const DEPRECATED_CALL = [12, 2635];
/** Temporarily blocked. Automatic retries prolong it, so the user decides. */
const BLOCKED = 368;

/**
 * Converts an unsuccessful answer to the error that determines what is done next.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export function faultOf(answer: PlatformAnswer, api: PlatformApi, isIrreversible: boolean, now: Date): PublishError {
  const { status, headers } = answer;
  const refusal = errorSchema.safeParse(answer.json).data?.error;
  if (status >= 300 && status < 400) return new PublishError('rejected', movedOn(api, `answers ${status} for it`));
  const failed = unproved(isIrreversible);
  if (!refusal) {
    const words = `Meta's server answered ${status} without saying why.`;
    if (status === 429)
      return new PublishError('rate_limit', words, { retryAt: bounded(retryAfter(headers, now), now) });
    return new PublishError(failed, words);
  }
  const { code = null, error_subcode: subcode = null } = refusal;
  const answered = headers.get('facebook-api-version');
  // The only version of the Threads API is not a Graph API version, but the header may name one.
  const isDated = api.version !== 'v1.0';
  const hasEnded = isDated && answered !== null && versionNumber(answered) > versionNumber(api.version);
  const said = wordsOf(refusal);
  const message = hasEnded ? `${said} ${movedOn(api, `answers as ${answered}`)}` : said;
  const error = (errorClass: ErrorClass, words = message) => new GraphError(errorClass, words, { code, subcode });
  if (code !== null && DEPRECATED_CALL.includes(code)) return error('rejected', `${said} ${remedyOf(api)}`);
  if (INACTIVE.test(said)) return error('auth', `${message} ${PUBLISH_APP}`);
  if (code !== null && ENDED.includes(code)) return error('auth', `${message} ${NEW_TOKEN}`);
  if (isPermission(code)) return error('auth', `${message} ${NEW_PERMISSIONS}`);
  if (status === 429 || isRateLimit(code)) {
    const retryAt = bounded(regainTime(headers, now) ?? retryAfter(headers, now), now);
    return new GraphError('rate_limit', message, { code, subcode, retryAt });
  }
  if (code === BLOCKED) return error('rejected');
  if (refusal.is_transient || status >= 500 || (code !== null && TRANSIENT.includes(code))) return error(failed);
  return error(status === 401 ? 'auth' : 'rejected');
}

function isRateLimit(code: number | null): boolean {
  return code !== null && (RATE_LIMITS.includes(code) || (code >= 80_000 && code <= 80_014));
}

/** Meta's message for users if there is one, else the one for developers. */
function wordsOf({ message, error_user_title, error_user_msg, code, error_subcode }: Refusal): string {
  const forPeople = [error_user_title, error_user_msg].filter(Boolean).join(': ');
  // The number is shown once, at the end.
  const words = forPeople || message?.replace(/^\(#\d{1,9}\) /, '') || '';
  const said = sentence(words, 'Meta gave no reason.');
  if (code === undefined) return said;
  return `${said} (code ${code}${error_subcode === undefined ? '' : `, ${error_subcode}`})`;
}

function movedOn(api: PlatformApi, how: string): string {
  return `Version ${api.version} of the Graph API has ended: Meta ${how}. ${remedyOf(api)}`;
}

function remedyOf(api: PlatformApi): string {
  const [name = 'facebook'] = /instagram|threads/.exec(new URL(api.origin).hostname) ?? [];
  return `Update Local Agent, or set "platformApis": { "${name}": { "version": … } } in config.json to a current one (not ${api.version}).`;
}

function versionNumber(version: string): number {
  return Number.parseFloat(version.replace(/^v/, '')) || 0;
}

const usageSchema = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().optional().catch(undefined) })),
);

/**
 * When calls are accepted again, from the minutes in X-Business-Use-Case-Usage.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function regainTime(headers: Headers, now: Date): Date | null {
  const header = headers.get('x-business-use-case-usage') ?? '';
  try {
    const usage = usageSchema.parse(JSON.parse(header.slice(0, 100_000)));
    const minutes = Object.values(usage).flatMap((list) => list.map((one) => one.estimated_time_to_regain_access ?? 0));
    const most = Math.max(0, ...minutes);
    return most > 0 ? new Date(now.getTime() + most * 60_000) : null;
  } catch {
    return null;
  }
}
