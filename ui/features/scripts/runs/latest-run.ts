import { z } from 'zod';
import { logLines, scriptsToasts } from '@/features/scripts/messages.ts';
import {
  closingEntries,
  failureEntries,
  type LogEntry,
  logOf,
  plainEntries,
  startEntry,
} from '@/features/scripts/runs/run-log.ts';
import { AgentResponseError, AgentUnreachableError } from '@/lib/agent.ts';
import type { AgentError } from '../../../../shared/agent/agent-api.ts';
import {
  type NeededApproval,
  NOT_APPROVED,
  neededApprovalSchema,
  type ScriptArtifact,
  type ScriptRun,
  type ScriptRunDetails,
  type ScriptRunStatus,
  scriptRunFailureSchema,
} from '../../../../shared/scripts/script-run.ts';

/** The statuses of answers that refuse to run what was sent, and say why. */
const REFUSALS = [400, 403];

/** Of a failed run's answer only what §7 names is asked for, so that any backend that keeps to it will do. */
const failureSchema = scriptRunFailureSchema.pick({ logs: true });

const approvalSchema = z.object({ approval: neededApprovalSchema });

/**
 * The latest run of this window (§4): of which script, how it stands, and what the execution log reads. `id` is null
 * until the agent has said it, and for good with an agent that answers plain JSON. Times are ISO 8601; `finishedAt` is
 * null while it goes on.
 */
export type LatestRun = {
  id: string | null;
  scriptId: string;
  status: ScriptRunStatus;
  startedAt: string;
  finishedAt: string | null;
  log: LogEntry[];
  artifacts: ScriptArtifact[];
};

/** A run that has just begun: its log holds the start line alone (§4). */
export function startedRun(scriptId: string, startedAt: string): LatestRun {
  const log = [startEntry(startedAt)];
  return { id: null, scriptId, status: 'running', startedAt, finishedAt: null, log, artifacts: [] };
}

/**
 * The run with what the agent says of it while it goes on. How it ended counts only once everything is there: see
 * endedRun.
 */
export function withState(run: LatestRun, { id, status, startedAt }: ScriptRun): LatestRun {
  return status === 'queued' || status === 'running' ? { ...run, id, status, startedAt } : run;
}

/** The run that has ended like this; the log goes on where it was. */
export function endedRun(run: LatestRun, end: ScriptRun): LatestRun {
  const { id, status, startedAt, finishedAt, artifacts } = end;
  const log = [...run.log, ...closingEntries(end, run.log)];
  return { ...run, id, status, startedAt, finishedAt, artifacts, log };
}

/** A run as the agent keeps it. */
export function knownRun(scriptId: string, details: ScriptRunDetails): LatestRun {
  const { id, status, startedAt, finishedAt, artifacts } = details;
  return { id, scriptId, status, startedAt, finishedAt, artifacts, log: logOf(details) };
}

/** The run once an agent has answered plain JSON; what the script logged follows the start line. */
export function succeededRun(run: LatestRun, logs: string[], finishedAt: string): LatestRun {
  return { ...run, status: 'success', finishedAt, log: [...run.log, ...plainEntries(logs)] };
}

/** The run once it has failed, with the lines of §8: what the script had logged until then is kept. */
export function failedRun(run: LatestRun, error: unknown, finishedAt: string): LatestRun {
  return { ...run, status: 'error', finishedAt, log: [...run.log, ...entriesAbout(error, finishedAt)] };
}

/** The notification at the end of a run (§8). Who cancelled it wanted it so: neither success nor failure. */
export function endToast({ status }: LatestRun) {
  if (status === 'success') return scriptsToasts.runSucceeded;
  return status === 'cancelled' ? scriptsToasts.runCancelled : scriptsToasts.scriptFailed;
}

/** §8's notification about a failed run; others where the backend did run the script, or would not. */
export function failureToast(error: unknown) {
  if (error instanceof AgentResponseError && REFUSALS.includes(error.status))
    return scriptsToasts.notRun(error.message);
  return logsOfScript(error) ? scriptsToasts.scriptFailed : scriptsToasts.runFailed;
}

function entriesAbout(error: unknown, at: string): LogEntry[] {
  if (error instanceof AgentUnreachableError) return [{ at, kind: 'error', text: logLines.unreachable }];
  if (!(error instanceof AgentResponseError)) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ at, kind: 'error', text: logLines.other(message) }];
  }
  const { error: words } = (error.body ?? {}) as Partial<AgentError>;
  const logs = plainEntries(logsOfScript(error) ?? []);
  return [...logs, ...failureEntries(at, typeof words === 'string' ? words : null, logs)];
}

/** What a person has to approve before it runs; undefined for every other failure. */
export function neededApproval(error: unknown): NeededApproval | undefined {
  if (!(error instanceof AgentResponseError && error.code === NOT_APPROVED)) return undefined;
  return approvalSchema.safeParse(error.body).data?.approval;
}

/** What a script that ran and failed had logged; undefined for every other failure. */
function logsOfScript(error: unknown): string[] | undefined {
  return error instanceof AgentResponseError ? failureSchema.safeParse(error.body).data?.logs : undefined;
}
