import { unreadableResult } from '@/features/scripts/messages.ts';
import { type CallAgent, isRunning, RUN_POLL_MS, readRun } from '@/features/scripts/runs/run-queries.ts';
import { agentErrorSchema } from '../../../../shared/agent/agent-api.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import {
  SCRIPT_RUN_EVENTS,
  SCRIPT_RUN_PATH,
  type ScriptLogLine,
  type ScriptRun,
  type ScriptRunDetails,
  type ScriptRunRequest,
  scriptLogLineSchema,
  scriptRunResultSchema,
  scriptRunSchema,
} from '../../../../shared/scripts/script-run.ts';

const EVENT_STREAM = 'text/event-stream';

/** Of a plain answer only what §7 names is asked for, so that any backend that keeps to it will do. */
const resultSchema = scriptRunResultSchema.pick({ logs: true });

/** Hears of a run while it goes on. */
export type RunFollower = { run(run: ScriptRun): void; line(line: ScriptLogLine): void };

/**
 * How a run that was started here ended: the run itself; its log lines from an agent that answers plain JSON (§7); or
 * nothing, when the stream broke off, which does not end the run.
 */
export type RunAnswer = { kind: 'end'; run: ScriptRun } | { kind: 'logs'; logs: string[] } | { kind: 'broken off' };

/** Starts a script and follows it to its end. Throws what the agent answers instead, or the signal's reason. */
export async function startRun(
  agent: CallAgent,
  request: ScriptRunRequest,
  follower: RunFollower,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const response = await agent(SCRIPT_RUN_PATH, { body: request, accept: EVENT_STREAM, signal });
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM);
  if (isStream && response.body) return followStream(response.body, follower);
  return { kind: 'logs', logs: await readLogs(response) };
}

/** Looks at a run again and again until it is over. Throws what the agent answers instead, or the signal's reason. */
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

/** A connection that is lost ends the stream like one that is closed: in both the run goes on. */
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

/** The log lines in a plain answer. Throws an Error for people when it has none. */
async function readLogs(response: Response): Promise<string[]> {
  const result = resultSchema.safeParse(await response.json().catch(() => null));
  if (!result.success) throw new Error(unreadableResult, { cause: result.error });
  return result.data.logs;
}
