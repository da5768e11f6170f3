import { z } from 'zod';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { isLoopback, isPrivateHost, serverAddress } from '../kit/server-address.ts';
import { answerOf, isTokenRefused, methodUrl, problemOf } from './xrpc.ts';

/**
 * Access tokens that expire within this time are refreshed before a call, so that a long upload does not fail at its
 * end.
 */
const RENEW_AHEAD_MS = 5 * 60_000;
/** Time limit for ending a session, while the user waits. */
const END_LIMIT_MS = 10_000;
/** How many refreshes are remembered. */
const RENEWALS_MAX = 500;

const text = z.string().min(1).max(10_000);
export const didSchema = z
  .string()
  .max(2048)
  .regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]+$/);

/** A channel's secret: the app password, and the tokens of its current session. */
export const loginSchema = z.object({
  identifier: text,
  appPassword: text,
  /** Where sessions are created and refreshed. */
  server: text,
  /** Where the account's records are: its personal data server (PDS). */
  pds: text,
  did: didSchema,
  handle: text,
  accessToken: text,
  refreshToken: text,
});
export type Login = z.infer<typeof loginSchema>;

const didDocumentSchema = z.object({
  service: z.array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.unknown().optional() })).max(100),
});

/** The common fields of createSession, refreshSession and getSession. */
export const accountSchema = z.object({
  did: didSchema,
  handle: z.string().min(1).max(253),
  didDoc: z.unknown().optional(),
  active: z.boolean().optional(),
  status: z.string().max(100).optional(),
});
const sessionSchema = accountSchema.extend({ accessJwt: text, refreshJwt: text });

/** Exchanges an app password for a session. Throws PublishError `auth` with the server's message. */
export async function logIn(
  entry: { identifier: string; appPassword: string; server: string },
  calls: PlatformCalls,
): Promise<Login> {
  const answer = await calls.send({
    step: 'log in',
    url: methodUrl(entry.server, 'com.atproto.server.createSession'),
    json: { identifier: entry.identifier, password: entry.appPassword },
  });
  return loginOf(entry, answer, calls.now());
}

/**
 * Ends a session and invalidates its tokens. The app password remains valid; only the user can delete it, which would
 * also end the session.
 */
export async function endSession({ server, refreshToken }: Login, calls: PlatformCalls): Promise<void> {
  await calls.send({
    step: 'end session',
    method: 'POST',
    url: methodUrl(server, 'com.atproto.server.deleteSession'),
    headers: { authorization: `Bearer ${refreshToken}` },
    limitMs: END_LIMIT_MS,
  });
}

/** Throws PublishError `auth` if the account is not active. */
export function assertActive({ active, status }: z.infer<typeof accountSchema>): void {
  if (active !== false) return;
  throw new PublishError('auth', `The account is ${status ?? 'not active'}.`);
}

/** The address of the account's own server, if its DID document names a permitted one. */
export function pdsOf(account: z.infer<typeof accountSchema>, server: string): string {
  const document = didDocumentSchema.safeParse(account.didDoc).data;
  const endpoint = document?.service.find(
    ({ id, type }) => id.endsWith('#atproto_pds') && type === 'AtprotoPersonalDataServer',
  )?.serviceEndpoint;
  if (typeof endpoint !== 'string') return server;
  try {
    const pds = serverAddress(endpoint);
    // Another machine must not direct our calls into the private network. What a name resolves to is checked on each
    // call.
    return isLoopback(pds) || isPrivateHost(pds) ? server : pds;
  } catch {
    return server;
  }
}

/**
 * Calls for an account. The server entered by the user may be in a private network; a server named by the account's
 * document must be on the public internet, whatever its name resolves to.
 */
export function guardNamedServers(calls: PlatformCalls, trusted: readonly string[]): PlatformCalls {
  const origins = trusted.map((address) => new URL(address).origin);
  return {
    signal: calls.signal,
    now: () => calls.now(),
    wait: (ms) => calls.wait(ms),
    send: (request) => {
      const isNamedByOthers = !origins.includes(new URL(request.url).origin);
      return calls.send(isNamedByOthers ? { ...request, isNamedByOthers } : request);
    },
  };
}

/** Calls with the account's tokens, which are refreshed when they expire. */
export type Authorized = {
  login(): Login;
  /** Replaces the account's data. */
  update(login: Login): void;
  /** Sends the request with the access token, and again after refreshing an expired one. */
  send(request: (login: Login) => PlatformRequest | Promise<PlatformRequest>): Promise<PlatformAnswer>;
};

export function authorize(
  login: Login,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
): Authorized {
  let current = login;
  let isRenewedAhead = false;
  /** Returns whether this call refreshed the tokens, rather than an earlier one. */
  const renew = async (used: Login) => {
    if (current.refreshToken !== used.refreshToken) return false;
    const isNew = !renewals.has(used.refreshToken);
    current = await renewedOnce(used, calls, keepSecret);
    return isNew;
  };
  return {
    login: () => current,
    update: (renewed) => {
      current = renewed;
    },
    async send(request) {
      // Only once: with a wrong clock, every token seems expired.
      if (!isRenewedAhead && endsSoon(current.accessToken, calls.now())) {
        isRenewedAhead = true;
        await renew(current);
      }
      for (let isNew = false; ; ) {
        const used = current;
        const { headers, ...rest } = await request(used);
        const authorization = `Bearer ${used.accessToken}`;
        const answer = await calls.send({ ...rest, headers: { ...headers, authorization } });
        if (!isTokenRefused(answer) || isNew) return answer;
        isNew = await renew(used);
      }
    },
  };
}

/**
 * This process's refreshes, by the replaced refresh token, which works once: other holders of it wait for the refresh,
 * or get its result.
 */
const renewals = new Map<string, Promise<Login>>();

async function renewedOnce(
  login: Login,
  calls: PlatformCalls,
  keepSecret: (secret: unknown) => Promise<void>,
): Promise<Login> {
  const others = renewals.get(login.refreshToken);
  const renewal = others ?? renewed(login, calls, keepSecret);
  if (!others) remember(login.refreshToken, renewal);
  try {
    const result = await renewal;
    return renewals.has(result.refreshToken) ? await renewedOnce(result, calls, keepSecret) : result;
  } catch (error) {
    if (renewals.get(login.refreshToken) === renewal) renewals.delete(login.refreshToken);
    // The other call was aborted, but this one was not.
    if (others && !(error instanceof PublishError) && !calls.signal.aborted) return renewed(login, calls, keepSecret);
    throw error;
  }
}

function remember(refreshToken: string, renewal: Promise<Login>): void {
  renewals.set(refreshToken, renewal);
  for (const oldest of renewals.keys()) {
    if (renewals.size <= RENEWALS_MAX) break;
    renewals.delete(oldest);
  }
}

async function renewed(login: Login, calls: PlatformCalls, keepSecret: (secret: unknown) => Promise<void>) {
  const answer = await calls.send({
    step: 'refresh session',
    method: 'POST',
    url: methodUrl(login.server, 'com.atproto.server.refreshSession'),
    headers: { authorization: `Bearer ${login.refreshToken}` },
  });
  // The refresh token has expired or was revoked; the app password may still be valid.
  const isRefused = answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status);
  const result = isRefused ? await logIn(login, calls) : loginOf(login, answer, calls.now());
  if (result.did !== login.did) throw new PublishError('auth', 'The login now belongs to another account.');
  await keepSecret(result);
  return result;
}

function loginOf(
  entry: { identifier: string; appPassword: string; server: string },
  answer: PlatformAnswer,
  now: Date,
): Login {
  const problem = answer.status >= 400 ? problemOf(answer, now) : null;
  if (problem?.errorClass === 'rejected') throw new PublishError('auth', problem.message);
  const session = answerOf(answer, sessionSchema, { now });
  assertActive(session);
  const { identifier, appPassword, server } = entry;
  return {
    identifier,
    appPassword,
    server,
    pds: pdsOf(session, server),
    did: session.did,
    handle: session.handle,
    accessToken: session.accessJwt,
    refreshToken: session.refreshJwt,
  };
}

/** Tokens are usually JWTs; the expiry of others is unknown. */
function endsSoon(accessToken: string, now: Date): boolean {
  try {
    const payload: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
    const { exp } = z.object({ exp: z.number() }).parse(payload);
    return exp * 1000 < now.getTime() + RENEW_AHEAD_MS;
  } catch {
    return false;
  }
}
