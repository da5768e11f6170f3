import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { PlatformAnswer, PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/** Tokens that are valid in a header. */
export const tokenTextSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);

/** A pending sign-in with PKCE (RFC 7636) and a loopback redirect (RFC 8252). */
export type LoopbackSignIn = {
  redirectUri: string;
  state: string;
  verifier: string;
  /** SHA-256 of the verifier. */
  challenge: Buffer;
};

/**
 * Starts a sign-in. The redirect goes to 127.0.0.1, whatever hostname the agent was opened with: platforms accept no
 * other. If the browser cannot reach it, the user pastes the URL. `host` is for platforms that require `localhost`.
 */
export function beginLoopback(redirectUri: string, host: '127.0.0.1' | 'localhost' = '127.0.0.1'): LoopbackSignIn {
  const { port, pathname } = new URL(redirectUri);
  const verifier = randomBytes(48).toString('base64url');
  return {
    redirectUri: `http://${host}${port ? `:${port}` : ''}${pathname}`,
    state: randomBytes(24).toString('base64url'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest(),
  };
}

/** The parameters of an authorization request (RFC 6749, section 4.1.1). */
export function codeRequest(
  clientId: string,
  { redirectUri, state }: Pick<LoopbackSignIn, 'redirectUri' | 'state'>,
  scope: string,
): Record<string, string> {
  return { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state };
}

/**
 * Returns the code in the URL of the redirect. Throws PublishError `rejected` if the URL does not belong to this
 * sign-in, `auth` if the user or the platform refused.
 */
export function codeOf(answer: string, { state }: Pick<LoopbackSignIn, 'state'>): string {
  const text = answer.trim();
  const query = parseUrl(text)?.searchParams;
  if (!query) throw new PublishError('rejected', 'Paste the whole address of the page that the browser ended on.');
  if (query.get('state') !== state)
    throw new PublishError('rejected', 'This address belongs to another sign-in. Start again.');
  const error = query.get('error');
  if (error !== null && REFUSED_BY_PERSON.includes(error))
    throw new PublishError('auth', 'You did not grant permission, so nothing was connected.');
  const code = query.get('code');
  if (code) return code;
  throw new PublishError('auth', query.get('error_description') ?? error ?? 'The address contains no code.');
}

/** The last two are LinkedIn's. */
const REFUSED_BY_PERSON = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];

/** The form fields that are secret. */
const SECRET_FIELDS = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'token'];
/** Time limit for revoking a token, while the user waits. */
export const REVOKE_LIMIT_MS = 10_000;

/** Posts a form to a token endpoint. */
export function postForm(
  calls: PlatformCalls,
  step: string,
  url: URL,
  form: Record<string, string>,
  limitMs?: number,
): Promise<PlatformAnswer> {
  return calls.send({ step, url, form, secrets: secretsIn(form), ...(limitMs && { limitMs }) });
}

export function secretsIn(form: Record<string, string | undefined>): string[] {
  return SECRET_FIELDS.flatMap((name) => form[name] ?? []);
}

const refusalSchema = z
  .object({ error: z.string().catch(''), error_description: z.string().catch('') })
  .catch({ error: '', error_description: '' });

/**
 * The error in a token endpoint's answer (RFC 6749): its code, or an empty string, and a message for users, or
 * `silence`.
 */
export function refusalOf({ json }: PlatformAnswer, silence: string): { error: string; said: string } {
  const { error, error_description } = refusalSchema.parse(json);
  return { error, said: error_description || error || silence };
}

/** Ends a login. `end` returns why the platform did not revoke it, or null on success. */
export async function endLogIn(
  left: (why: string) => LeftOver,
  end: () => Promise<string | null>,
): Promise<LeftOver | null> {
  const why = await end().catch((error: unknown) => {
    if (error instanceof PublishError) return error.message;
    throw error;
  });
  return why === null ? null : left(why);
}

/** Tokens are refreshed this long before they expire: an upload may take as long. */
const AHEAD_MS = 10 * 60_000;

/** Whether a token must be refreshed before use. */
export function endsSoon(expiresAt: string, now: Date): boolean {
  return Date.parse(expiresAt) - now.getTime() < AHEAD_MS;
}

/** Pending and finished refreshes, by the replaced tokens. */
const renewals = new Map<string, Promise<unknown>>();
const RENEWALS_MAX = 100;

/** Refreshes tokens once for all sessions of an account: some platforms invalidate a refresh token on first use. */
async function renewOnce<T>(
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string },
  renew: () => Promise<T>,
): Promise<T> {
  const key = `${refreshToken} ${accessToken}`;
  const known = renewals.get(key) as Promise<T> | undefined;
  if (known) return known;
  const renewal = renew();
  renewals.set(key, renewal);
  renewal.catch(() => renewals.delete(key));
  for (const oldest of renewals.keys()) {
    if (renewals.size <= RENEWALS_MAX) break;
    renewals.delete(oldest);
  }
  return renewal;
}

/** Returns a channel's access token; `refused` is one that the platform no longer accepts. */
export type TokenSource = (refused?: string) => Promise<string>;

/** The tokens of any platform's sign-in; `expiresAt` is ISO 8601. */
type Tokens = { accessToken: string; refreshToken: string; expiresAt: string };

/** A secret's tokens, refreshed before they expire and stored before they are used. */
export function renewedTokens<S extends { tokens: Tokens }>(
  opened: S,
  {
    now,
    renew,
    keep,
  }: { now: () => Date; renew: (secret: S) => Promise<S['tokens']>; keep: (secret: S) => Promise<void> },
): { token: TokenSource; secret: () => S; change: (more: Partial<S>) => Promise<void> } {
  let secret = opened;
  return {
    secret: () => secret,
    async change(more) {
      secret = { ...secret, ...more };
      await keep(secret);
    },
    async token(refused) {
      const { tokens } = secret;
      if (refused !== tokens.accessToken && !endsSoon(tokens.expiresAt, now())) return tokens.accessToken;
      const before = secret;
      secret = { ...secret, tokens: await renewOnce(tokens, () => renew(before)) };
      await keep(secret);
      return secret.tokens.accessToken;
    },
  };
}
