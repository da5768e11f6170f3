import type { z } from 'zod';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/** Limit of a retry delay named by a platform. */
const RETRY_MAX_MS = 24 * 3_600_000;
/** Characters of a platform's message shown to users. */
export const WORDS_MAX = 500;

export type ApiRequest = Omit<PlatformRequest, 'url'> & {
  /** Appended to the API's address. */
  path: string;
  query?: Record<string, string>;
  /** Statuses other than success that the caller handles. */
  accepts?: readonly number[];
};

/** Calls of a platform's API with one account's login. */
export type Api = {
  calls: PlatformCalls;
  /**
   * Sends a request. Throws a PublishError with the platform's message if the answer is neither a success nor accepted.
   */
  send(request: ApiRequest): Promise<PlatformAnswer>;
};

export type ApiOptions = {
  /** The base URL, without a trailing slash. */
  base: string;
  /** The headers that authorize a request. */
  authorization(method: string, url: URL): Record<string, string>;
  faultOf(answer: PlatformAnswer, isIrreversible: boolean): PublishError;
  /** Rejects a URL that must not receive the authorization. */
  guard?(url: URL): void;
  onAnswer?(answer: PlatformAnswer, method: string, path: string): void;
};

export function openApi(calls: PlatformCalls, { base, authorization, faultOf, guard, onAnswer }: ApiOptions): Api {
  return {
    calls,
    async send({ path, query = {}, accepts = [], headers, ...request }) {
      const url = /^https?:/.test(path) ? new URL(path) : addressOf(base, path, query);
      guard?.(url);
      const method = request.method ?? (request.json || request.form ? 'POST' : 'GET');
      const own = { accept: 'application/json', 'user-agent': 'LocalAgent', ...authorization(method, url) };
      const answer = await calls.send({ ...request, method, url, headers: { ...own, ...headers } });
      onAnswer?.(answer, method, path);
      if (isSuccess(answer) || accepts.includes(answer.status)) return answer;
      throw faultOf(answer, request.isIrreversible ?? false);
    },
  };
}

export function addressOf(base: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function isSuccess({ status }: Pick<PlatformAnswer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** The class of an error that leaves open whether the request took effect. */
export function unproved(isIrreversible: boolean | undefined): 'unknown' | 'transient' {
  return isIrreversible ? 'unknown' : 'transient';
}

/**
 * Returns a parser of answers' JSON. It throws a PublishError with the message of `otherwise` if an answer has an
 * unexpected shape, such as a proxy's page, which proves nothing about the post.
 */
export function parserOf(otherwise: (answer: PlatformAnswer) => string) {
  return <T>(schema: z.ZodType<T>, answer: PlatformAnswer, request: { isIrreversible?: boolean } = {}): T => {
    const { success, data } = schema.safeParse(answer.json);
    if (success) return data;
    throw new PublishError(unproved(request.isIrreversible), otherwise(answer));
  };
}

/** A platform's message as a sentence; `silence` if it is empty. */
export function sentence(words: string, silence: string): string {
  const said = words.slice(0, WORDS_MAX).trim();
  if (said === '') return silence;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** A retry time in the future, limited to RETRY_MAX_MS. */
export function bounded(time: Date | null, now: Date): Date | null {
  if (time === null || time.getTime() <= now.getTime()) return null;
  return new Date(Math.min(time.getTime(), now.getTime() + RETRY_MAX_MS));
}

/** Redacts secrets in an answer: some error pages echo the request's headers. */
export function withoutSecrets(secrets: readonly string[], answer: PlatformAnswer): PlatformAnswer {
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), answer.text);
  if (text === answer.text) return answer;
  try {
    return { ...answer, text, json: JSON.parse(text) };
  } catch {
    return { ...answer, text, json: undefined };
  }
}

/** Sends a request with the token; if the platform refuses the token, once more with a refreshed one. */
export async function sendWithToken(
  token: (refused?: string) => Promise<string>,
  send: (accessToken: string) => Promise<PlatformAnswer>,
  isRefused: (answer: PlatformAnswer) => boolean,
): Promise<PlatformAnswer> {
  const accessToken = await token();
  const answer = await send(accessToken);
  if (!isRefused(answer)) return answer;
  const renewed = await token(accessToken);
  return renewed === accessToken ? answer : await send(renewed);
}

/** Sends an API's requests as sendWithToken does. A stream cannot be sent twice. */
export function sendingWithToken(
  token: (refused?: string) => Promise<string>,
  openWith: (accessToken: string) => Pick<Api, 'send'>,
  fault: (answer: PlatformAnswer, isIrreversible: boolean) => PublishError,
): Api['send'] {
  return async ({ accepts = [], ...request }) => {
    const answer = await sendWithToken(
      token,
      (accessToken) => openWith(accessToken).send({ ...request, accepts: [...accepts, 401] }),
      ({ status }) => status === 401 && !(request.body instanceof ReadableStream),
    );
    if (isSuccess(answer) || accepts.includes(answer.status)) return answer;
    throw fault(answer, request.isIrreversible ?? false);
  };
}
