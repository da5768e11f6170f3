import type { CallAgent } from '@/lib/agent.ts';
import { type Answered, type Operation, pathTo, routeOf, type Sent } from '../../../shared/api/operation.ts';

/** Calls an operation as the signed-in member. Throws as agentFetch, and where the answer is not what it is to be. */
export async function askAgent<O extends Operation>(
  agent: CallAgent,
  operation: O,
  sent: Sent<O>,
  signal?: AbortSignal,
): Promise<Answered<O>> {
  const { body } = sent as { body?: unknown };
  const answer = await agent(pathTo(operation, sent as Pick<Sent<O>, 'params' | 'query'>), {
    method: routeOf(operation).method,
    body,
    signal,
  });
  return operation.answer?.parse(await answer.json()) as Answered<O>;
}
