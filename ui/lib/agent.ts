import type { AgentError } from '../../shared/agent-api.ts';

/** The agent did not answer at all: it is not running, or the connection broke. */
export class AgentUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`Make sure the backend server is running on port ${location.port || '80'}`, { cause });
    this.name = 'AgentUnreachableError';
  }
}

/** The agent answered with an error: its own words and its code. */
export class AgentResponseError extends Error {
  readonly code: string;

  constructor(status: number, body: unknown) {
    const { error, code } = (body ?? {}) as Partial<AgentError>;
    super(error ?? `The agent answered ${status}.`);
    this.name = 'AgentResponseError';
    this.code = code ?? 'unknown';
  }
}

/** Asks the agent (same origin), by POST where there is a `body`. AgentUnreachableError or AgentResponseError. */
export async function agentFetch(path: string, { body }: { body?: unknown } = {}): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, init).catch((error: unknown) => {
    throw new AgentUnreachableError(error);
  });
  if (!response.ok) throw new AgentResponseError(response.status, await response.json().catch(() => null));
  return response;
}
