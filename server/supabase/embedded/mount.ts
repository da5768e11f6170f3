import { isReadableJson, TOO_MANY_VALUES } from '../../system/json-shape.ts';
import { isSameSecret } from '../../system/same-secret.ts';
import type { PlainAnswer, PlainRequest } from '../connection.ts';
import type { createLiteApp } from './auth/lite-app.ts';
import { type SignInAttempt, signInThrottle } from './auth/sign-in-throttle.ts';
import type { tokenVerifier } from './auth/verify.ts';
import { KNOWN_BYTES, STRANGER_BYTES, tooLargeMessage, UNASKED_BYTES, withinBodyLimit } from './body-limit.ts';
import type { Keys } from './keys.ts';
import type { RestApi } from './rest/api.ts';
import { RestRefusal } from './rest/error.ts';
import type { StorageApi } from './storage/api.ts';

/** A request handler like that of a Supabase edge function. */
export type EdgeFunction = (request: Request) => Promise<Response>;

export type MountParts = {
  app: Awaited<ReturnType<typeof createLiteApp>>;
  rest: RestApi;
  storage: StorageApi;
  keys: Keys;
  tokens: ReturnType<typeof tokenVerifier>;
  /** Whether an account has this e-mail address, in lower case. */
  hasAccount: (email: string) => Promise<boolean>;
  /** The clock of the wrong-password limit, in milliseconds. */
  now: () => number;
};

/** Serves /rest/v1, /auth/v1, /storage/v1 and /functions/v1 like a hosted project; everything else is a 404. */
export function createMount({ app, rest, storage, keys, tokens, hasAccount, now }: MountParts) {
  const functions = new Map<string, EdgeFunction>();
  const beginSignIn = signInThrottle(now);
  const hashing = oneAtATime();

  async function answer(request: Request, address?: string): Promise<Response> {
    const url = new URL(request.url);
    const { pathname } = url;
    if (pathname.startsWith('/rest/v1/')) return answerRest(request, url);
    if (pathname.startsWith('/functions/v1/')) {
      const handler = functions.get(pathname.slice('/functions/v1/'.length));
      return handler ? handler(request) : refuse(pathname, 404, 'Requested function was not found');
    }
    if (pathname.startsWith('/storage/v1/')) return storage(request);
    if (pathname.startsWith('/auth/v1/')) return authenticate(request, url, address);
    // Escaped prefixes are refused, although @supabase/lite would accept them.
    return refuse(pathname, 404, 'Requested path is invalid');
  }

  async function authenticate(request: Request, url: URL, address: string | undefined): Promise<Response> {
    const { pathname } = url;
    // @supabase/lite decodes escapes, so it could match an endpoint that the checks below miss.
    if (pathname.includes('%')) return refuse(pathname, 404, 'Requested path is invalid');
    if (pathname !== '/auth/v1/token' || request.method !== 'POST') {
      const changesUser = pathname === '/auth/v1/user' && request.method === 'PUT';
      const answer = await (changesUser ? hashing(() => app.fetch(request)) : app.fetch(request));
      // @supabase/lite answers a 405 with the body `null`.
      return answer.status === 405 ? refuse(pathname, 405, 'Method Not Allowed') : answer;
    }
    // A refresh needs no password, so it is not throttled. Only this exact query, which every client sends, is let
    // through: @supabase/lite might take any other for a sign-in.
    if (url.search === '?grant_type=refresh_token') return app.fetch(request);
    const text = await request.text();
    const email = emailOf(text);
    const isAccount = await hasAccount(email);
    const attempt = beginSignIn({ email, address, isAccount });
    if ('retryAfterSeconds' in attempt) return tooManyWrong(attempt.retryAfterSeconds);
    const signIn = async () => app.fetch(new Request(request, { body: text }));
    // @supabase/lite hashes nothing for an address without an account.
    return judged(attempt, () => (isAccount ? hashing(signIn) : signIn()));
  }

  async function answerRest(request: Request, { pathname, search }: URL): Promise<Response> {
    const { status, headers, body } = await rest({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      text: () => request.text(),
    });
    return new Response(body, { status, headers });
  }

  function hasSecretKey(authorization: string | null | undefined, apiKey: string | null | undefined): boolean {
    return [bearerIn(authorization), apiKey].some((key) => key && isSameSecret(key, keys.secretKey));
  }

  async function isKnown(
    authorization: string | null | undefined,
    apiKey: string | null | undefined,
  ): Promise<boolean> {
    const bearer = bearerIn(authorization);
    if (hasSecretKey(authorization, apiKey)) return true;
    return bearer !== undefined && (await tokens.check(bearer)).kind === 'good';
  }

  /** Reads the body of a /rest/v1 request. RestRefusal when it is too large, for non-members above UNASKED_BYTES. */
  async function limitedText(request: PlainRequest): Promise<string> {
    const { 'content-length': length, 'transfer-encoding': encoding, authorization, apikey } = request.headers;
    const announced = Number(length ?? (encoding === undefined ? 0 : Number.NaN));
    const isMember = announced <= UNASKED_BYTES || (await mayWriteMuch(authorization, apikey));
    const limit = isMember ? KNOWN_BYTES : STRANGER_BYTES;
    if (announced > limit) throw tooLarge(tooLargeMessage(limit));
    if (!isMember && announced <= limit) throw membersOnly(bearerIn(authorization));
    const text = await request.text(limit);
    if (text === null) throw tooLarge(tooLargeMessage(limit));
    if (!isMember) throw membersOnly(bearerIn(authorization));
    if (!isReadableJson(text)) throw tooLarge(TOO_MANY_VALUES);
    return text;
  }

  async function mayWriteMuch(authorization: string | undefined, apiKey: string | undefined): Promise<boolean> {
    if (hasSecretKey(authorization, apiKey)) return true;
    const bearer = bearerIn(authorization);
    return bearer !== undefined && ((await tokens.caller(bearer))?.rights ?? null) !== null;
  }

  return {
    mountFunction(name: string, handler: EdgeFunction): void {
      functions.set(name, handler);
    },
    /** For clients inside this process; bodies are not limited. */
    answer,
    /** For external requests to /rest/v1. */
    async handleRest(request: PlainRequest): Promise<PlainAnswer> {
      return rest({ ...request, text: () => limitedText(request) });
    },
    /** For external requests; `address` is the remote address. Stored files have their own limits. */
    async handle(request: Request, address?: string): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/storage/v1/')) return answer(request, address);
      return withinBodyLimit(
        request,
        () => isKnown(...credentialsOf(request)),
        (message) => refuse(pathname, 413, message),
        async (limited) => {
          const readable = await readableJson(limited);
          return readable ? answer(readable, address) : refuse(pathname, 413, TOO_MANY_VALUES);
        },
      );
    },
  };
}

/** Returns the request with its body buffered; null if parsing the body would take too long. */
async function readableJson(request: Request): Promise<Request | null> {
  if (!request.body) return request;
  const text = await request.text();
  return isReadableJson(text) ? new Request(request, { body: text }) : null;
}

function credentialsOf({ headers }: Request): [authorization: string | null, apiKey: string | null] {
  return [headers.get('authorization'), headers.get('apikey')];
}

function tooLarge(message: string): RestRefusal {
  return new RestRefusal(413, 'REQUEST_TOO_LARGE', message);
}

/** Like Postgres' error for a role without access to a table. */
function membersOnly(bearer: string | undefined): RestRefusal {
  const message = 'permission denied: only a member of the workspace may write so much';
  return new RestRefusal(bearer === undefined || bearer.startsWith('sb_') ? 401 : 403, '42501', message);
}

function bearerIn(authorization: string | null | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Runs tasks one after another: comparing a password takes a tenth of a second of CPU time. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => T | Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Runs a sign-in and settles the attempt with its outcome. */
async function judged(attempt: SignInAttempt, signIn: () => Promise<Response>): Promise<Response> {
  try {
    const response = await signIn();
    const isWrong = response.status === 400 && (await codeOf(response.clone())) === 'invalid_credentials';
    attempt.settle(isWrong ? 'wrong' : response.ok ? 'right' : 'other');
    return response;
  } catch (error) {
    attempt.settle('other');
    throw error;
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return (body as { error_code?: unknown } | null)?.error_code;
}

function emailOf(text: string): string {
  try {
    const { email } = JSON.parse(text) as { email?: unknown };
    return typeof email === 'string' ? email.toLowerCase() : '';
  } catch {
    return '';
  }
}

const REFUSALS: { readonly [status: number]: string } = { 404: 'not_found', 405: 'method_not_allowed' };

/** An error response in the shape that supabase-js expects from each API. */
function refuse(pathname: string, status: number, message: string): Response {
  const code = REFUSALS[status] ?? 'request_too_large';
  if (pathname.startsWith('/auth/v1/'))
    return Response.json({ code: status, error_code: code, msg: message }, { status });
  return Response.json({ code: code.toUpperCase(), message, details: null, hint: null }, { status });
}

function tooManyWrong(seconds: number): Response {
  const msg = `Too many wrong passwords. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`;
  const body = { code: 429, error_code: 'over_request_rate_limit', msg };
  return Response.json(body, { status: 429, headers: { 'retry-after': String(seconds) } });
}
