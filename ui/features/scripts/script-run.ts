import { logLines, scriptsToasts, unreadableResult } from '@/features/scripts/messages.ts';
import { AgentResponseError, AgentUnreachableError } from '@/lib/agent.ts';
import type { AgentError } from '../../../shared/agent-api.ts';
import { scriptRunFailureSchema, scriptRunResultSchema } from '../../../shared/script-run.ts';

/** Of the agent's answers only what §7 names is asked for, so that any backend that keeps to it will do. */
const resultSchema = scriptRunResultSchema.pick({ logs: true });
const failureSchema = scriptRunFailureSchema.pick({ logs: true });

/** The latest run (§4): of which script, how it stands, and what the execution log reads. */
export type LatestRun = { scriptId: string; status: 'running' | 'success' | 'error'; lines: string[] };

/** A run that has just begun: its log holds the start line alone (§4). */
export function startedRun(scriptId: string): LatestRun {
  return { scriptId, status: 'running', lines: [logLines.start] };
}

/** The run once the backend has answered; what the script logged follows the start line. */
export function succeededRun(run: LatestRun, logs: string[]): LatestRun {
  return { ...run, status: 'success', lines: [...run.lines, ...logs] };
}

/** The run once it has failed, with the lines of §8: what the script had logged until then is kept. */
export function failedRun(run: LatestRun, error: unknown): LatestRun {
  return { ...run, status: 'error', lines: [...run.lines, ...failureLines(error)] };
}

/** §8's notification about a failed run; another where the backend did run the script. */
export function failureToast(error: unknown) {
  return failureOfScript(error) ? scriptsToasts.scriptFailed : scriptsToasts.runFailed;
}

/** The log lines in the answer of POST /api/scripts/run. Throws an Error for people when it is none. */
export async function readRunResult(response: Response): Promise<string[]> {
  const result = resultSchema.safeParse(await response.json().catch(() => null));
  if (!result.success) throw new Error(unreadableResult, { cause: result.error });
  return result.data.logs;
}

function failureLines(error: unknown): string[] {
  if (error instanceof AgentUnreachableError) return [logLines.unreachable];
  if (!(error instanceof AgentResponseError))
    return [logLines.other(error instanceof Error ? error.message : String(error))];
  const { error: words } = (error.body ?? {}) as Partial<AgentError>;
  const logs = failureOfScript(error)?.logs ?? [];
  const isNew = typeof words === 'string' && words !== '' && !logs.some((line) => line.includes(words));
  return [...logs, logLines.refused, ...(isNew ? [words] : [])];
}

/** What the backend said about a script that ran and failed; undefined for every other failure. */
function failureOfScript(error: unknown) {
  return error instanceof AgentResponseError ? failureSchema.safeParse(error.body).data : undefined;
}
