import type { z } from 'zod';
import type { PlatformAnswer, PlatformCalls, PlatformRequest } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';

/** No platform can put a channel to sleep for longer. */
const RETRY_MAX_MS = 24 * 3_600_000;
/** How much of a platform's words a person gets to read, in characters. */
export const WORDS_MAX = 500;

export type ApiRequest = Omit<PlatformRequest, 'url'> & {
  /** Behind the address of the API. */
  path: string;
  query?: Record<string, string>;
  /** Statuses besides those of success that the caller deals with. */
  accepts?: readonly number[];
};

/** Calls of a platform's API with the login of one account. */
export type Api = {
  calls: PlatformCalls;
  /** Sends a request. Every answer that is neither a success nor accepted is a PublishError in the platform's words. */
  send(request: ApiRequest): Promise<PlatformAnswer>;
};

export type ApiOptions = {
  /** The address before each path, without a slash at its end. */
  base: string;
  /** The headers that authorize a request. */
  authorization(method: string, url: URL): Record<string, string>;
  faultOf(answer: PlatformAnswer, isIrreversible: boolean): PublishError;
  /** Refuses an address that the authorization must not go to. */
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

/** The class of a trouble that proves nothing about the post. */
export function unproved(isIrreversible: boolean | undefined): 'unknown' | 'transient' {
  return isIrreversible ? 'unknown' : 'transient';
}

/**
 * Reads the JSON of answers, where `otherwise` says that one has another shape than the platform's, as a proxy's page
 * does: PublishError then, which proves nothing about the post.
 */
export function parserOf(otherwise: (answer: PlatformAnswer) => string) {
  return <T>(schema: z.ZodType<T>, answer: PlatformAnswer, request: { isIrreversible?: boolean } = {}): T => {
    const { success, data } = schema.safeParse(answer.json);
    if (success) return data;
    throw new PublishError(unproved(request.isIrreversible), otherwise(answer));
  };
}

/** Words of a platform as a sentence; `silence` where it has none. */
export function sentence(words: string, silence: string): string {
  const said = words.slice(0, WORDS_MAX).trim();
  if (said === '') return silence;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** A moment that is still ahead, and not too far. */
export function bounded(time: Date | null, now: Date): Date | null {
  if (time === null || time.getTime() <= now.getTime()) return null;
  return new Date(Math.min(time.getTime(), now.getTime() + RETRY_MAX_MS));
}

/** An answer as people may read it: some pages repeat the request with its headers. */
export function withoutSecrets(secrets: readonly string[], answer: PlatformAnswer): PlatformAnswer {
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), answer.text);
  if (text === answer.text) return answer;
  try {
    return { ...answer, text, json: JSON.parse(text) };
  } catch {
    return { ...answer, text, json: undefined };
  }
}

/** Sends a request with the token, and once more with a renewed one where the platform refuses it. */
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
