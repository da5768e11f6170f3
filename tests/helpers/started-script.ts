import { readEventStream } from '../../shared/agent/event-stream.ts';
import type { TestAgent } from './agent.ts';

/** Starts a run and returns its id once it has begun or, by default, has printed its first line. */
export async function startScript(
  call: TestAgent['call'],
  script: string,
  { until = 'line' as 'line' | 'run', ...more }: { until?: 'line' | 'run'; timeoutMs?: number } = {},
): Promise<string> {
  const headers = { accept: 'text/event-stream' };
  const answer = await call('/api/scripts/run', { body: { script, ...more }, headers });
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  let id = '';
  for await (const { event, data } of readEventStream(answer.body)) {
    if (event === 'run') id = JSON.parse(data).id;
    if (event === until) return id;
  }
  throw new Error('The run ended without a line.');
}
