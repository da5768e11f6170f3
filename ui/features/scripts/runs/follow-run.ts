import { sendToAgent } from '@/domain/workspace/operations.ts';
import { unreadableResult } from '@/features/scripts/messages.ts';
import { isRunning, RUN_POLL_MS, readRun } from '@/features/scripts/runs/run-queries.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { agentErrorSchema } from '../../../../shared/agent/agent-api.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { scriptRunApi } from '../../../../shared/api/scripts.ts';
import {
  SCRIPT_RUN_EVENTS,
  type ScriptLogLine,
  type ScriptRun,
  type ScriptRunDetails,
  type ScriptRunRequest,
  scriptLogLineSchema,
  scriptRunResultSchema,
  scriptRunSchema,
} from '../../../../shared/scripts/script-run.ts';

const EVENT_STREAM = 'text/event-stream';

/** Only the fields of §7, so that any conforming backend works. */
const resultSchema = scriptRunResultSchema.pick({ logs: true });

/** Called with a run's progress. */
export type RunFollower = { run(run: ScriptRun): void; line(line: ScriptLogLine): void };

/**
 * The result of a run started here: the run itself; its log lines from an agent that answers plain JSON (§7); or
 * nothing, when the stream broke, which does not end the run.
 */
export type RunAnswer = { kind: 'end'; run: ScriptRun } | { kind: 'logs'; logs: string[] } | { kind: 'broken off' };

/** Starts a script and follows it to its end. Throws the agent's error, or the signal's reason. */
export async function startRun(
  agent: CallAgent,
  request: ScriptRunRequest,
  follower: RunFollower,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const options = { accept: EVENT_STREAM, signal };
  const response = await sendToAgent(agent, scriptRunApi.runScript, { body: request }, options);
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM);
  if (isStream && response.body) return followStream(response.body, follower);
  return { kind: 'logs', logs: await readLogs(response) };
}

/** Polls a run until it is over. Throws the agent's error, or the signal's reason. */
export async function pollRun(
  agent: CallAgent,
  id: string,
  report: (details: ScriptRunDetails) => void,
  signal: AbortSignal,
): Promise<ScriptRunDetails> {
  let details = await readRun(agent, id, signal);
  while (isRunning(details)) {
    report(details);
    await new Promise((resolve) => setTimeout(resolve, RUN_POLL_MS));
    details = await readRun(agent, id, signal);
  }
  return details;
}

async function followStream(body: ReadableStream<Uint8Array>, follower: RunFollower): Promise<RunAnswer> {
  for await (const { event, data } of eventsUntilItBreaks(body)) {
    const value: unknown = JSON.parse(data);
    if (event === SCRIPT_RUN_EVENTS.run) follower.run(scriptRunSchema.parse(value));
    if (event === SCRIPT_RUN_EVENTS.line) follower.line(scriptLogLineSchema.parse(value));
    if (event === SCRIPT_RUN_EVENTS.result) return { kind: 'end', run: scriptRunSchema.parse(value) };
    if (event === SCRIPT_RUN_EVENTS.error) throw new Error(agentErrorSchema.parse(value).error);
  }
  return { kind: 'broken off' };
}

/** A lost connection ends the stream like a closed one: the run continues in both cases. */
async function* eventsUntilItBreaks(body: ReadableStream<Uint8Array>) {
  const events = readEventStream(body);
  try {
    for (;;) {
      const next = await events.next().catch(() => null);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    await events.return(undefined);
  }
}

/** The log lines in a plain answer. Throws an Error for users if there are none. */
async function readLogs(response: Response): Promise<string[]> {
  const result = resultSchema.safeParse(await response.json().catch(() => null));
  if (!result.success) throw new Error(unreadableResult, { cause: result.error });
  return result.data.logs;
}
