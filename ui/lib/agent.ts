import { useMemo } from 'react';
import { reportLostContact } from '@/lib/lost-contact.ts';
import { connectionMessages } from '@/lib/messages.ts';
import { renewSession } from '@/lib/renew-session.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { AgentError } from '../../shared/agent/agent-api.ts';

/** The agent did not respond: it is not running, or the connection broke. */
export class AgentUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`Make sure the backend server is running on port ${location.port || '80'}`, { cause });
    this.name = 'AgentUnreachableError';
  }
}

/**
 * The agent responded with an error: its message, status and code, and the whole body (a failed script run includes its
 * log).
 */
export class AgentResponseError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { error, code } = (body ?? {}) as Partial<AgentError>;
    super(error ?? `The agent responded with status ${status}.`);
    this.name = 'AgentResponseError';
    this.status = status;
    this.code = code ?? 'unknown';
    this.body = body;
  }
}

/** `body` is sent as JSON, `accessToken` as `Authorization: Bearer`; `accept` is the preferred media type. */
type AgentRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  accept?: string;
  accessToken?: string | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a request to the agent (same origin), as POST if it has a `body`. Throws AgentUnreachableError,
 * AgentResponseError or the signal's reason.
 */
export async function agentFetch(path: string, request: AgentRequest = {}): Promise<Response> {
  const { body, accept, accessToken, signal } = request;
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (accept) headers.set('Accept', accept);
  if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
  const response = await fetch(path, {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    reportLostContact();
    throw new AgentUnreachableError(error);
  });
  if (!response.ok) throw new AgentResponseError(response.status, await response.json().catch(() => null));
  return response;
}

/** Sends a request as the signed-in member. Throws the errors of agentFetch. */
export type CallAgent = (path: string, request?: Omit<AgentRequest, 'accessToken'>) => Promise<Response>;

/**
 * agentFetch as the signed-in member. A rejected token is refreshed once; if that fails, the session ends and the error
 * says so.
 */
export function useAgent(): CallAgent {
  const { auth } = useSupabase();
  return useMemo(
    () => async (path, request) => {
      const accessToken = (await auth.getSession()).data.session?.access_token;
      try {
        return await agentFetch(path, { ...request, accessToken });
      } catch (error) {
        if (!(error instanceof AgentResponseError && error.status === 401)) throw error;
        const renewal = await renewSession(auth, accessToken);
        if (renewal === 'unknown') throw error;
        if (renewal === 'ended') throw new AgentResponseError(401, { error: connectionMessages.sessionEnded });
        return agentFetch(path, { ...request, ...renewal });
      }
    },
    [auth],
  );
}
