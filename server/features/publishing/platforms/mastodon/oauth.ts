import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LeftOver } from '../../../../../shared/publishing/publishing-api.ts';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError, type SignIn } from '../../publisher.ts';
import { addressOf } from '../kit/api.ts';
import { codeOf, endLogIn, REVOKE_LIMIT_MS, secretsIn } from '../kit/oauth.ts';
import { serverAddress } from '../kit/server-address.ts';
import { type MastodonSecret, readAccount, tokenTextSchema } from './account.ts';
import { type MastodonApi, mastodonApi, parsed, wordsOf } from './api.ts';

const CLIENT_NAME = 'Local Agent';
/** In order: identity and people to mention, finding posts and metrics, posts, media, answers, likes. */
const SCOPES = [
  'read:accounts',
  'read:statuses',
  'write:statuses',
  'write:media',
  'read:notifications',
  'write:favourites',
];
/** GoToSocial requires it for polling an upload. */
const MEDIA_READING = 'read:media';
/** For servers without granular scopes. */
const COARSE_SCOPES = ['read', 'write'];

/** A server's OAuth metadata (RFC 8414), since Mastodon 4.3. Its URLs are not used. */
const metadataSchema = z.object({
  scopes_supported: z.array(z.string()).optional().catch(undefined),
  code_challenge_methods_supported: z.array(z.string()).catch([]),
});
type Metadata = z.infer<typeof metadataSchema>;

const appSchema = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });
type App = z.infer<typeof appSchema>;

const tokenSchema = z.object({
  access_token: tokenTextSchema,
  /** In seconds; Mastodon's tokens do not expire. */
  expires_in: z.number().positive().nullish().catch(null),
});

/**
 * Registers an app with the server, which every instance allows, and returns the sign-in URL. `redirectUri` is a
 * loopback address, or `urn:ietf:wg:oauth:2.0:oob`, with which the server shows a code to copy.
 * https://docs.joinmastodon.org/client/authorized/
 */
export async function beginSignIn(entered: string, redirectUri: string, calls: PlatformCalls): Promise<SignIn> {
  const server = serverAddress(entered);
  const api = mastodonApi(server, null, calls);
  const metadata = await readMetadata(api);
  const scope = scopesFor(metadata.scopes_supported).join(' ');
  const app = await registerApp(api, redirectUri, scope);
  const state = randomBytes(24).toString('base64url');
  const verifier = metadata.code_challenge_methods_supported.includes('S256')
    ? randomBytes(48).toString('base64url')
    : null;
  const authorizeUrl = addressOf(server, '/oauth/authorize', {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    ...(verifier !== null && { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
  });
  return {
    authorizeUrl: authorizeUrl.href,
    state,
    async complete(answer, laterCalls) {
      const code = codeFrom(answer, state);
      const later = mastodonApi(server, null, laterCalls);
      const token = await exchange(later, app, { code, redirectUri, verifier });
      const kept = { clientId: app.client_id, clientSecret: app.client_secret };
      return await readAccount({ server, app: kept, ...token }, laterCalls);
    },
  };
}

/**
 * Revokes a token made by a sign-in; one made by the user is kept. Returns what remains on the server.
 * https://docs.joinmastodon.org/methods/oauth/#revoke
 */
export async function endSignIn(
  { server, accessToken, app }: Pick<MastodonSecret, 'server' | 'accessToken' | 'app'>,
  calls: PlatformCalls,
): Promise<LeftOver | null> {
  const { host } = new URL(server);
  if (!app) return { text: tokenStays(host), url: `${server}/settings/applications` };
  const left = (why: string) => ({ text: permissionStays(host, why), url: `${server}/oauth/authorized_applications` });
  return await endLogIn(left, async () => {
    const form = { client_id: app.clientId, client_secret: app.clientSecret, token: accessToken };
    const request = { step: 'revoke token', path: '/oauth/revoke', form, secrets: secretsIn(form) };
    await mastodonApi(server, null, calls).send({ ...request, limitMs: REVOKE_LIMIT_MS });
    return null;
  });
}

const tokenStays = (host: string) =>
  `The access token that you made still works. To end it, delete the application on ${host} under Preferences, Development.`;
const permissionStays = (host: string, words: string) =>
  `${host} did not end the permission of Local Agent (${words}). To end it, revoke Local Agent there under Preferences, Account, Authorized apps.`;

async function readMetadata(api: MastodonApi): Promise<Metadata> {
  const answer = await api.send({
    step: 'read sign-in methods',
    path: '/.well-known/oauth-authorization-server',
    accepts: [400, 401, 403, 404, 405, 410],
  });
  return metadataSchema.safeParse(answer.json).data ?? { code_challenge_methods_supported: [] };
}

function scopesFor(supported: readonly string[] | undefined): string[] {
  const knows = (scope: string) => supported?.includes(scope) ?? false;
  if (supported && !SCOPES.every(knows)) return COARSE_SCOPES;
  return [...SCOPES, ...(knows(MEDIA_READING) ? [MEDIA_READING] : [])];
}

async function registerApp(api: MastodonApi, redirectUri: string, scopes: string): Promise<App> {
  const answer = await api.send({
    step: 'register app',
    path: '/api/v1/apps',
    json: { client_name: CLIENT_NAME, redirect_uris: redirectUri, scopes },
    accepts: [404, 405],
  });
  if (answer.status === 404 || answer.status === 405) {
    throw new PublishError('rejected', `${api.server} has no Mastodon API.`);
  }
  return parsed(appSchema, answer);
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The code in the redirect's URL, or the displayed code itself. */
function codeFrom(answer: string, state: string): string {
  const text = answer.trim();
  if (/^[\w.~-]{1,2048}$/.test(text)) return text;
  if (!parseUrl(text))
    throw new PublishError('rejected', 'Enter the code, or the whole address of the page that the browser ended on.');
  return codeOf(text, { state });
}

async function exchange(
  api: MastodonApi,
  app: App,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string | null },
): Promise<{ accessToken: string; expiresAt: Connected['expiresAt'] }> {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: app.client_id,
    client_secret: app.client_secret,
    redirect_uri: redirectUri,
    code_verifier: verifier ?? undefined,
  };
  const request = { step: 'exchange code', path: '/oauth/token', form, secrets: secretsIn(form) };
  const answer = await api.send({ ...request, accepts: [400] });
  if (answer.status === 400) throw new PublishError('auth', wordsOf(answer));
  const { access_token, expires_in } = parsed(tokenSchema, answer);
  const expiresAt = expires_in ? new Date(api.calls.now().getTime() + expires_in * 1000).toISOString() : null;
  return { accessToken: access_token, expiresAt };
}
