import type { CallAgent } from '@/lib/agent.ts';
import { type Answered, type Operation, pathTo, routeOf, type Sent } from '../../../shared/api/operation.ts';

/**
 * Sends an operation's request as the signed-in member, and returns the unread response. Throws the errors of
 * agentFetch.
 */
export function sendToAgent<O extends Operation>(
  agent: CallAgent,
  operation: O,
  sent: Sent<O>,
  options: { accept?: string; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const { body } = sent as { body?: unknown };
  const path = pathTo(operation, sent as Pick<Sent<O>, 'params' | 'query'>);
  return agent(path, { method: routeOf(operation).method, body, ...options });
}

/**
 * Calls an operation as the signed-in member. Throws the errors of agentFetch, and if the response does not match its
 * schema.
 */
export async function askAgent<O extends Operation>(
  agent: CallAgent,
  operation: O,
  sent: Sent<O>,
  signal?: AbortSignal,
): Promise<Answered<O>> {
  const answer = await sendToAgent(agent, operation, sent, { signal });
  return operation.answer?.parse(await answer.json()) as Answered<O>;
}
