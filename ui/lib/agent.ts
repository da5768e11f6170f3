import { useMemo } from 'react';
import type { z } from 'zod';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { AgentError } from '../../shared/agent-api.ts';

/** The agent did not answer at all: it is not running, or the connection broke. */
export class AgentUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`Make sure the backend server is running on port ${location.port || '80'}`, { cause });
    this.name = 'AgentUnreachableError';
  }
}

/** The agent answered with an error. `message` is its own words, `body` the whole answer (a failed script run carries its logs). */
export class AgentResponseError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { error, code } = (body ?? {}) as Partial<AgentError>;
    super(error ?? `The agent answered ${status}.`);
    this.name = 'AgentResponseError';
    this.status = status;
    this.code = code ?? 'unknown';
    this.body = body;
  }
}

/** What a request may say; `body` is sent as JSON, `accessToken` as `Authorization: Bearer`. */
type RequestOptions = { method?: 'GET' | 'POST'; body?: unknown; accessToken?: string; signal?: AbortSignal };

/** Asks the agent (same origin) and answers the raw response. AgentUnreachableError, AgentResponseError, or the signal's AbortError. */
export async function agentFetch(path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, accessToken, signal } = options;
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
  const response = await fetch(path, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new AgentUnreachableError(error);
  });
  if (!response.ok) throw new AgentResponseError(response.status, await response.json().catch(() => null));
  return response;
}

/** Like agentFetch, with the answer's JSON checked by `schema`. */
export async function agentJson<T>(path: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<T> {
  const response = await agentFetch(path, options);
  return schema.parse(await response.json());
}

/** The agent's API as the signed-in member: `get(path, schema)` and `post(path, body, schema)`. Errors as in agentFetch. */
export function createAgent(supabase: Supabase) {
  const accessToken = async () => (await supabase.auth.getSession()).data.session?.access_token;
  return {
    async get<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
      return agentJson(path, schema, { accessToken: await accessToken(), signal });
    },
    async post<T>(path: string, body: unknown, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
      return agentJson(path, schema, { method: 'POST', body, accessToken: await accessToken(), signal });
    },
  };
}

/** The agent's API for a screen. */
export function useAgent() {
  const supabase = useSupabase();
  return useMemo(() => createAgent(supabase), [supabase]);
}
