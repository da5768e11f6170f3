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

/** The statuses of answers that refuse the run, with a reason. */
const REFUSALS = [400, 403];

/** Only the fields of §7, so that any conforming backend works. */
const failureSchema = scriptRunFailureSchema.pick({ logs: true });

const approvalSchema = z.object({ approval: neededApprovalSchema });

/**
 * The latest run of this window (§4): its script, state, and execution log. `id` is null until the agent has sent it,
 * and always with an agent that answers plain JSON. Times are ISO 8601; `finishedAt` is null while it runs.
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

/** A run that has just started: its log contains only the start line (§4). */
export function startedRun(scriptId: string, startedAt: string): LatestRun {
  const log = [startEntry(startedAt)];
  return { id: null, scriptId, status: 'running', startedAt, finishedAt: null, log, artifacts: [] };
}

/** Updates the run with the agent's progress. Its end counts only once everything has arrived: see endedRun. */
export function withState(run: LatestRun, { id, status, startedAt }: ScriptRun): LatestRun {
  return status === 'queued' || status === 'running' ? { ...run, id, status, startedAt } : run;
}

/** Ends the run; the log is continued. */
export function endedRun(run: LatestRun, end: ScriptRun): LatestRun {
  const { id, status, startedAt, finishedAt, artifacts } = end;
  const log = [...run.log, ...closingEntries(end, run.log)];
  return { ...run, id, status, startedAt, finishedAt, artifacts, log };
}

/** A run loaded from the agent. */
export function knownRun(scriptId: string, details: ScriptRunDetails): LatestRun {
  const { id, status, startedAt, finishedAt, artifacts } = details;
  return { id, scriptId, status, startedAt, finishedAt, artifacts, log: logOf(details) };
}

/** The run after a plain JSON answer; the script's log follows the start line. */
export function succeededRun(run: LatestRun, logs: string[], finishedAt: string): LatestRun {
  return { ...run, status: 'success', finishedAt, log: [...run.log, ...plainEntries(logs)] };
}

/** The run after a failure, with the lines of §8; the script's log is kept. */
export function failedRun(run: LatestRun, error: unknown, finishedAt: string): LatestRun {
  return { ...run, status: 'error', finishedAt, log: [...run.log, ...entriesAbout(error, finishedAt)] };
}

/** The notification at the end of a run (§8). A cancelled run is neither a success nor a failure. */
export function endToast({ status }: LatestRun) {
  if (status === 'success') return scriptsToasts.runSucceeded;
  return status === 'cancelled' ? scriptsToasts.runCancelled : scriptsToasts.scriptFailed;
}

/** §8's notification for a failed run; others if the backend ran the script, or refused to. */
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

/** What the user has to approve before the run; undefined for other failures. */
export function neededApproval(error: unknown): NeededApproval | undefined {
  if (!(error instanceof AgentResponseError && error.code === NOT_APPROVED)) return undefined;
  return approvalSchema.safeParse(error.body).data?.approval;
}

/** The log of a script that ran and failed; undefined for other failures. */
function logsOfScript(error: unknown): string[] | undefined {
  return error instanceof AgentResponseError ? failureSchema.safeParse(error.body).data?.logs : undefined;
}
